import { InvalidInput, parseAll } from '@cairn/kernel';
import { MAX_TAGS, parseTags } from '../names/tag.js';
import type { Image } from '../image/image.js';
import type { Visibility } from '../image/visibility.js';

/** A change of an image's tags. Tags are normalized. */
export type TagChange =
  | { readonly kind: 'set'; readonly tags: readonly string[] }
  | { readonly kind: 'edit'; readonly add: readonly string[]; readonly remove: readonly string[] };

/** @throws {InvalidInput} naming every fault; a tag that is both added and removed is one. */
export function parseTagEdit(add: readonly string[], remove: readonly string[]): TagChange {
  const edit = parseAll({ add: () => parseTags(add), remove: () => parseTags(remove) });
  const both = edit.add.find((tag) => edit.remove.includes(tag));
  if (both === undefined) return { kind: 'edit', ...edit };
  throw new InvalidInput([
    {
      pointer: '/remove',
      code: 'added-and-removed',
      detail: `The tag ${JSON.stringify(both)} is added and removed.`,
    },
  ]);
}

/**
 * The image with its tags changed at `now`; the same object if nothing changes. `updatedAt` always increases.
 * @throws {InvalidInput} when it would have too many tags.
 */
export function changeTags(image: Image, change: TagChange, now: number): Image {
  const tags = changed(image.tags, change);
  if (tags.length === image.tags.length && tags.every((tag, index) => tag === image.tags[index]))
    return image;
  if (tags.length > MAX_TAGS)
    throw InvalidInput.of(
      'too-many-tags',
      `The image ${image.id} would have ${tags.length} tags; at most ${MAX_TAGS} are allowed.`,
    );
  return { ...image, tags, updatedAt: Math.max(now, image.updatedAt + 1) };
}

function changed(tags: readonly string[], change: TagChange): readonly string[] {
  if (change.kind === 'set') return change.tags;
  return [...new Set([...tags, ...change.add])].filter((tag) => !change.remove.includes(tag));
}

/** `now` in epoch milliseconds. */
export interface VisibilityChange {
  readonly visibility: Visibility;
  readonly now: number;
}

/** The image with another visibility; the same object if nothing changes. `updatedAt` always increases. */
export function changeVisibility(image: Image, { visibility, now }: VisibilityChange): Image {
  if (image.visibility === visibility) return image;
  return { ...image, visibility, updatedAt: Math.max(now, image.updatedAt + 1) };
}

type Changing = Pick<Image, 'path' | 'fileName' | 'tags' | 'visibility'>;

/** What changes of an image in one step; `now` in epoch milliseconds. Absent members stay. */
export type ImageUpdate = { readonly [Member in keyof Changing]?: Changing[Member] | undefined } & {
  readonly now: number;
};

/** The image after an update; the same object if nothing changes. `updatedAt` always increases. */
export function updated(image: Image, { now, ...update }: ImageUpdate): Image {
  const {
    path = image.path,
    fileName = image.fileName,
    tags = image.tags,
    visibility = image.visibility,
  } = update;
  const isSame =
    path === image.path &&
    fileName === image.fileName &&
    visibility === image.visibility &&
    tags.length === image.tags.length &&
    tags.every((tag, index) => tag === image.tags[index]);
  if (isSame) return image;
  return { ...image, path, fileName, tags, visibility, updatedAt: Math.max(now, image.updatedAt + 1) };
}
