import {
  MAX_FIRST_IMAGES,
  type AlbumRecord,
  type CreateAlbumBody,
  type KnownFilesRecord,
} from '@cairn/api-schema';
import { isCairnError, type CairnClient } from '@cairn/client';
import type { AlbumQuery } from '@cairn/images';
import { hasRemarks } from '../../transfer/embedded.js';
import { readThrough } from '../../transfer/read-through.js';
import { Refused } from '../../transfer/refused.js';
import {
  endsImport,
  type Destination,
  type FoundImage,
  type KnownBytes,
  type NewAlbum,
  type NewImage,
  type NewSpace,
  type SpaceCounts,
  firstSettings,
  isUnfinished,
  lastSettings,
} from './destination.js';

const PAGE = 1_000;
/** An overloaded server is asked again for a quarter of an hour. */
const retry = { attempts: 20, maxDelayMs: 60_000 } as const;

/** A running server, in the account of the key. Images and albums get new ids, times and addresses. */
export class HttpDestination implements Destination {
  readonly keepsIds = false;
  /** Existing albums by title, without those already matched with the export. */
  private known: Promise<ReadonlyMap<string, AlbumRecord[]>> | undefined;

  private readonly asked = new Set<string>();
  private asking: Promise<KnownFilesRecord['known']> | undefined;

  constructor(private readonly client: CairnClient) {}

  /** What is asked for at the same time is one request. */
  async findBytes({ sha256, path }: KnownBytes): Promise<FoundImage | undefined> {
    this.asked.add(sha256);
    this.asking ??= new Promise((resolve) => setImmediate(resolve)).then(async () => {
      const hashes = [...this.asked];
      this.asked.clear();
      this.asking = undefined;
      return (await this.client.knownFiles({ hashes }, { retry })).known;
    });
    return (await this.asking)[sha256]?.find((file) => file.path === path); // those in the trash are last
  }

  async restore(id: string): Promise<void> {
    await orRefused(this.client.call('POST /api/images/{id}/restore', { params: { id }, retry }));
  }

  async addTags(id: string, tags: readonly string[]): Promise<void> {
    const body = { ids: [id], add: [...tags] };
    await orRefused(this.client.call('POST /api/images/bulk/tags', { body, retry }));
  }

  /** No ids are kept. */
  findImage(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async addImage({ bytes, name, path, settings, record, edit }: NewImage): Promise<string> {
    const visibility = visibilities.find((one) => one === settings.visibility);
    const metadata = record?.metadata;
    const takenAt = settings.takenAt ?? undefined;
    const { title, caption } = settings;
    const { favourite, rating, position } = saidIn(settings);
    const said = { title, caption, favourite, rating, position, takenAt };
    const options = { tags: settings.tags, ...said, name, path, metadata, visibility, retry } as const;
    const { id } = await orRefused(this.client.upload(bytes, options));
    const body = {
      ...(record !== undefined && (await hasRemarks(bytes)) && saidAgain(settings)),
      ...(edit !== undefined && { edit }),
    };
    if (Object.keys(body).length > 0)
      await orRefused(this.client.call('PATCH /api/images/{id}', { params: { id }, body, retry }));
    return id;
  }

  /** One request creates the album. Further requests place the images that do not fit into it. */
  async addAlbum(album: NewAlbum): Promise<boolean> {
    const { title, description, order, images, query, coverId } = album;
    if (query?.visibilities !== undefined)
      throw new Refused('Its images are told apart by who may see them, which cannot be said by HTTP.');
    this.known ??= this.albumsByTitle();
    const there = (await this.known).get(title)?.pop(); // albums in an export are oldest first
    if (there !== undefined && !(await this.isBegunOf(there, images))) return false;
    const some =
      query === undefined ? { images: images.slice(0, MAX_FIRST_IMAGES) } : { query: queryBody(query) };
    const body = { title, description, order, coverId, ...some };
    const { id } = there ?? (await orRefused(this.client.call('POST /api/albums', { body, retry })));
    for (let at = MAX_FIRST_IMAGES; at < images.length; at += PAGE)
      await orRefused(
        this.client.call('POST /api/albums/{id}/images', {
          params: { id },
          body: { images: images.slice(at, at + PAGE) },
          retry,
        }),
      );
    return true;
  }

  /** Whether a killed import left this album incomplete: it has exactly the images of the first requests. */
  private async isBegunOf({ id, imageCount }: AlbumRecord, images: readonly string[]): Promise<boolean> {
    const placed = (imageCount ?? 0) - MAX_FIRST_IMAGES;
    if (placed < 0 || placed % PAGE !== 0 || imageCount === null || imageCount >= images.length) return false;
    const first = new Set(images.slice(0, imageCount));
    for await (const image of this.client.list('GET /api/albums/{id}/images', {
      params: { id },
      query: { limit: PAGE },
    }))
      if (!first.has(image.id)) return false;
    return true;
  }

  async addSpace(
    { id, title, description, settings, format }: NewSpace,
    features: AsyncIterable<Uint8Array>,
  ): Promise<SpaceCounts | undefined> {
    const there = await this.client
      .call('GET /hub/spaces/{spaceId}', { params: { spaceId: id } })
      .catch((error: unknown) => {
        if (isCairnError(error, 'not-found')) return undefined;
        if (isCairnError(error, 'forbidden')) throw new Refused(`Another account has a space ${id}.`);
        throw error;
      });
    if (there !== undefined && !isUnfinished(there.client)) return undefined;
    if (there !== undefined)
      await this.client.call('DELETE /hub/spaces/{spaceId}', { params: { spaceId: id } });
    const first = { id, title, description, ...firstSettings(settings) };
    await orRefused(this.client.call('POST /hub/spaces', { body: first }));
    const summary = await orRefused(
      readThrough(features, (bytes) =>
        this.client.features.import(id, bytes, { format, timeoutMs: Infinity }),
      ),
    );
    await orRefused(
      this.client.call('PATCH /hub/spaces/{spaceId}', {
        params: { spaceId: id },
        body: lastSettings(settings),
      }),
    );
    const { inserted, updated, failed } = summary;
    return { stored: inserted + updated, failed };
  }

  /** The latest first. */
  private async albumsByTitle(): Promise<ReadonlyMap<string, AlbumRecord[]>> {
    const found = new Map<string, AlbumRecord[]>();
    for await (const album of this.client.list('GET /api/albums', { query: { limit: PAGE } }))
      found.set(album.title, [...(found.get(album.title) ?? []), album]);
    return found;
  }
}

/** What is said of a photo, in the form that the client takes. Imports have no texts of a form. */
function saidIn({ favourite, rating, position }: NewImage['settings']) {
  return {
    favourite: typeof favourite === 'boolean' ? favourite : undefined,
    rating: typeof rating === 'number' ? rating : undefined,
    position: typeof position === 'object' && position !== null ? position : undefined,
  };
}

/** All that a record says, also that there is none: what its owner has removed does not come back from the file. */
function saidAgain(settings: NewImage['settings']) {
  const { favourite = false, rating = null } = saidIn(settings);
  const { tags = [], title = '', caption = '' } = settings;
  return { tags: [...tags], title, caption, favourite, rating };
}

const visibilities = ['public', 'unlisted', 'private'] as const;

/** The conditions of a smart album by their names in the HTTP interface. */
function queryBody(query: AlbumQuery): NonNullable<CreateAlbumBody['query']> {
  const { depth, tags, text: q, types, from, until, box, near, without, visibilities: _, ...same } = query;
  const time = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : new Date(ms).toISOString();
  const type = types === undefined ? undefined : [...types];
  const recursive = depth === undefined ? undefined : depth === 'tree';
  const place = {
    bbox: box && [box.west, box.south, box.east, box.north],
    near: near && { ...near.centre, radius: near.radiusInMeters },
  };
  const lists = { tags: tags && [...tags], type, without: without && [...without] };
  return { ...same, recursive, ...lists, ...place, q, from: time(from), to: time(until) };
}

/** A request that the server rejects does not affect later ones, unless its code says so. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isCairnError(error, 'invalid', 'too-large', 'conflict', 'not-found') || endsImport(error.code))
      throw error;
    const details = new Set(error.errors.map(({ detail }) => detail)); // worded as in the domain
    throw new Refused(details.size === 0 ? error.detail : [...details].join(' '), { cause: error });
  }
}
