import type { Image } from '../image/image.js';

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
