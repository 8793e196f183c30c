import {
  ManualClock,
  MemoryFailedWorkRepository,
  MemoryFeatureReader,
  SequenceIdGenerator,
} from '@cairn/adapter-memory';
import type { Image, ImageDescription } from '@cairn/images';
import { KeyedMutex, OUTBOX_START, WorkAttempts } from '@cairn/kernel';
import {
  CheckPhotos,
  FollowPhotos,
  LinkPhotos,
  PhotoAddresses,
  PhotoWriter,
  UnlinkPhotos,
  type PhotoLink,
} from '@cairn/photo-places';
import { FEATURE_SEPARATOR, FeatureRules, WriteFeatures } from '@cairn/spaces';
import { anImage, aSpace } from '@cairn/testkit';
import { memoryRepositories } from '../../adapters/memory-repositories.js';

const MANY = 100_000;

export const position = { longitude: 11.05, latitude: 47.42 };

/** Facts about a photo, by default with a position. */
export function described(given: Partial<ImageDescription> = {}): ImageDescription {
  return {
    uploadSha256: 'ab'.repeat(32),
    removed: [],
    position,
    capturedAt: '2026-05-06T07:08:09',
    ...given,
  };
}

/** Photos and their spaces in memory, where nothing runs by itself. */
export function photoPlaces() {
  const repositories = memoryRepositories();
  const { catalog, spaces, features, photoLinks: links, outbox } = repositories;
  if (features === undefined) throw new Error('no features');
  const [clock, ids] = [new ManualClock(Date.UTC(2026, 5, 1)), new SequenceIdGenerator()];
  const means = { reader: new MemoryFeatureReader(ids), rules: new FeatureRules(), clock, ids };
  const writer = new PhotoWriter({ write: new WriteFeatures({ ...means, spaces, features }) });
  const addresses = new PhotoAddresses({ filesUrl: 'https://a.example/cdn', thumbnailQuery: 'w=320' });
  const attempts = new WorkAttempts({ failures: new MemoryFailedWorkRepository(), clock });
  const all = {
    links,
    catalog,
    features,
    spaces,
    writer,
    addresses,
    clock,
    ids,
    mutex: new KeyedMutex(),
    attempts,
  };
  let handled = OUTBOX_START;
  const check = async (replaced: Partial<typeof all> = {}): Promise<number> =>
    await new CheckPhotos({ ...all, ...replaced }).execute({
      signal: { aborted: false },
      report: () => undefined,
    });
  return {
    ...all,
    check,
    outbox,
    link: new LinkPhotos(all),
    unlink: new UnlinkPhotos(all),
    follow: new FollowPhotos(all),
    /** A space of alice. */
    addSpace: async (): Promise<string> => {
      const space = aSpace();
      await spaces.add(space);
      return space.id;
    },
    /** A photo of alice with a position in the folder `holiday`, unless given otherwise. */
    addPhoto: async (given: Parameters<typeof anImage>[0] = {}): Promise<Image> => {
      const image = anImage({ description: described(), ...given });
      await catalog.add(image, MANY);
      return image;
    },
    /** Hands over the events since the last time. */
    deliver: async (): Promise<void> => {
      const entries = await outbox.list(handled, MANY);
      await new FollowPhotos(all).handleAll(entries.map(({ event }) => event));
      handled = entries.at(-1)?.position ?? handled;
    },
    texts: async (spaceId: string): Promise<readonly string[]> => {
      const texts: string[] = [];
      for await (const { text } of features.query(spaceId, {})) texts.push(...text.split(FEATURE_SEPARATOR));
      return texts;
    },
    idsOf: async (spaceId: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { text } of features.query(spaceId, {}))
        for (const feature of text.split(FEATURE_SEPARATOR))
          found.push(/"id":"([^"]+)"/.exec(feature)?.[1] ?? '');
      return found;
    },
    linksOf: async (): Promise<readonly PhotoLink[]> => await links.list(['alice']),
  };
}

export const featuresOf = (...images: readonly Image[]): readonly string[] =>
  images.map(({ id }) => `photo-${id}`).sort();
