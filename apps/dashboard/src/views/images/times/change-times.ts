import type { GalleryImage, ImageDetails } from '@cairn/api-schema';
import { newIdempotencyKey } from '@cairn/client';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { toasts } from '../../../api/toasts.svelte.ts';
import { attempt } from '../../../components/attempt.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { AT_ONCE, change, idsOf } from '../library/change-images.ts';

/** When a photo was taken, and who says so. */
export type Taken = NonNullable<ImageDetails['taken']>;

/** One time for all, `null` for what each file says, or a difference for each. */
export type TimeChange = { readonly takenAt: string | null } | { readonly shiftMinutes: number };

/** The number of photos that are read at the same time. */
const READ_AT_ONCE = 6;

/** The former times that people had set, by image; `null` for what the file says. */
type FormerTimes = ReadonlyMap<string, string | null>;

/** How to put back the time of some photos. */
interface Return {
  readonly times: TimeChange;
  readonly images: readonly GalleryImage[];
}

interface TimeOptions {
  /** Whether none of the photos has a time yet. */
  readonly isUndated: boolean;
  /** The keys of requests that were sent, so that a shift whose answer was lost is not done twice. */
  readonly sent: Map<string, string>;
  /** Called when it was taken back. */
  readonly undone?: (() => void) | undefined;
}

/** Changes when photos were taken. A message offers to take it back where that is possible. */
export async function timeImages(
  images: readonly GalleryImage[],
  times: TimeChange,
  { isUndated, sent, undone }: TimeOptions,
): Promise<void> {
  const former = isUndated
    ? new Map(images.map(({ id }) => [id, null]))
    : await formerTimes(images).catch(() => undefined);
  let count = 0;
  const changed: GalleryImage[] = [];
  await setTimes(images, times, {
    sent,
    each: (some, ids) => {
      count += some.length;
      changed.push(...some.filter(({ id }) => ids.has(id)));
    },
    ended: () => {
      if (count === 0) return;
      const text = textOf(times, { count, changed: changed.length });
      const returns = changed.length > 0 ? returnsOf(changed, times, former) : undefined;
      if (returns === undefined) return void toasts.show(text);
      const undo = (): void => {
        dismiss();
        void attempt(async () => {
          for (const each of returns) await setTimes(each.images, each.times, { sent: new Map() });
          toasts.show(i18n.t.times.undone);
          undone?.();
        });
      };
      const dismiss = toasts.show(text, { action: { text: i18n.t.trash.undo, run: undo } });
    },
  });
}

function textOf(times: TimeChange, { count, changed }: { count: number; changed: number }): string {
  const texts = i18n.t.times;
  if ('shiftMinutes' in times) return changed === 0 ? texts.noneShifted : texts.shifted(changed);
  return times.takenAt === null ? texts.given(count) : texts.done(count);
}

interface Setting {
  readonly sent: Map<string, string>;
  /** Called with the ids of those of them that have another time now. */
  readonly each?: (some: readonly GalleryImage[], changed: ReadonlySet<string>) => void;
  readonly ended?: () => void;
}

async function setTimes(
  images: readonly GalleryImage[],
  times: TimeChange,
  { sent, each, ended }: Setting,
): Promise<void> {
  await change(images, {
    title: (count) => i18n.t.times.doneOf(count),
    act: async (some, signal) => {
      const body = { ids: idsOf(some), ...times };
      const request = JSON.stringify(body);
      const idempotencyKey = sent.get(request) ?? newIdempotencyKey();
      sent.set(request, idempotencyKey);
      const { changed } = await client.call('POST /api/images/bulk/taken', { body, idempotencyKey, signal });
      each?.(some, new Set(changed));
      changes.note('images');
    },
    ...(ended && { ended }),
  });
}

/** The times that people had set. Lists do not have them. `undefined` for too many to read. */
async function formerTimes(images: readonly GalleryImage[]): Promise<FormerTimes | undefined> {
  if (images.length > AT_ONCE) return undefined;
  const known = new Map<string, string | null>();
  const others = [...images];
  const read = async (): Promise<void> => {
    for (let next = others.shift(); next !== undefined; next = others.shift()) {
      const taken = await readTaken(next.id);
      known.set(next.id, taken?.from === 'person' ? taken.at : null);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, read));
  return known;
}

export async function readTaken(id: string, signal?: AbortSignal): Promise<Taken | undefined> {
  const query = { include: ['taken' as const] };
  return (await client.call('GET /api/images/{id}', { params: { id }, query, ...(signal && { signal }) }))
    .taken;
}

/** `undefined` if nobody knows. A shift can be taken back also where nobody knows the former times. */
function returnsOf(
  changed: readonly GalleryImage[],
  times: TimeChange,
  former: FormerTimes | undefined,
): readonly Return[] | undefined {
  if (former !== undefined) return groups(changed, former);
  if (!('shiftMinutes' in times)) return undefined;
  return [{ times: { shiftMinutes: -times.shiftMinutes }, images: changed }];
}

function groups(images: readonly GalleryImage[], former: FormerTimes): readonly Return[] {
  const byTime = new Map<string | null, GalleryImage[]>();
  for (const image of images) {
    const takenAt = former.get(image.id) ?? null;
    byTime.set(takenAt, [...(byTime.get(takenAt) ?? []), image]);
  }
  return [...byTime].map(([takenAt, some]) => ({ times: { takenAt }, images: some }));
}
