import type { GalleryImage } from '@cairn/api-schema';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { toasts } from '../../../api/toasts.svelte.ts';
import { attempt } from '../../../components/attempt.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { AT_ONCE, change, idsOf } from '../library/change-images.ts';
import { textOfPlace, type PhotoPlace } from './coordinates.ts';

/** The number of photos that are read at the same time. */
const READ_AT_ONCE = 6;

/** Photos of one former place: the one that somebody had set, or `null`. */
interface Former {
  readonly place: PhotoPlace | null;
  readonly images: readonly GalleryImage[];
}

/**
 * Sets the place of photos, or with `null` that of their files. A message offers to take it back where the former places
 * are known.
 */
export async function placeImages(
  images: readonly GalleryImage[],
  place: PhotoPlace | null,
  /** `isPlaceless` if none of them has a place yet. `undone` is called when it was taken back. */
  { isPlaceless, undone }: { readonly isPlaceless: boolean; readonly undone?: (() => void) | undefined },
): Promise<void> {
  const former = isPlaceless
    ? new Map(images.map(({ id }) => [id, null]))
    : await formerPlaces(images).catch(() => undefined);
  const done: GalleryImage[] = [];
  await setPlace(images, place, {
    each: (some) => done.push(...some),
    ended: () => {
      if (done.length === 0) return;
      const { places } = i18n.t;
      const text = place === null ? places.takenAway(done.length) : places.done(done.length);
      if (former === undefined) return void toasts.show(text);
      const undo = (): void => {
        dismiss();
        void attempt(async () => {
          await takeBack(groups(done, former));
          undone?.();
        });
      };
      const dismiss = toasts.show(text, { action: { text: i18n.t.trash.undo, run: undo } });
    },
  });
}

async function setPlace(
  images: readonly GalleryImage[],
  position: PhotoPlace | null,
  { each, ended }: { readonly each?: (some: readonly GalleryImage[]) => void; readonly ended?: () => void },
): Promise<void> {
  await change(images, {
    title: (count) => i18n.t.places.doneOf(count),
    act: async (some, signal) => {
      await client.call('POST /api/images/bulk/details', { body: { ids: idsOf(some), position }, signal });
      each?.(some);
      changes.note('images');
    },
    ...(ended && { ended }),
  });
}

async function takeBack(former: readonly Former[]): Promise<void> {
  for (const { place, images } of former) await setPlace(images, place, {});
  toasts.show(i18n.t.places.undone);
}

/** The places that people had set, by image. Lists by day do not have them. `undefined` for too many to read. */
async function formerPlaces(
  images: readonly GalleryImage[],
): Promise<ReadonlyMap<string, PhotoPlace | null> | undefined> {
  const known = new Map(
    images.flatMap(({ id, details }) => (details ? [[id, details.position ?? null]] : [])),
  );
  const others = images.filter(({ id }) => !known.has(id));
  if (others.length > AT_ONCE) return undefined;
  const read = async (): Promise<void> => {
    for (let next = others.shift(); next !== undefined; next = others.shift()) {
      const { id } = next;
      const { details } = await client.call('GET /api/images/{id}', {
        params: { id },
        query: { include: ['details'] },
      });
      known.set(id, details?.position ?? null);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, read));
  return known;
}

function groups(
  images: readonly GalleryImage[],
  former: ReadonlyMap<string, PhotoPlace | null>,
): readonly Former[] {
  const found = new Map<string, { place: PhotoPlace | null; images: GalleryImage[] }>();
  for (const image of images) {
    const place = former.get(image.id) ?? null;
    const key = place === null ? '' : textOfPlace(place);
    const group = found.get(key) ?? { place, images: [] };
    group.images.push(image);
    found.set(key, group);
  }
  return [...found.values()];
}
