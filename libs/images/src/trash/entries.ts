import type { Disposal, TrashEntry } from '@cairn/kernel';
import type { Album } from '../albums/album.js';
import { addressOf, storedFile, type Image } from '../image/image.js';

/** What the trash shows of an image that was in these albums. */
export function trashedImage(image: Image, albumIds: readonly string[], disposal: Disposal): TrashEntry {
  const { id, owner, path, file, description } = image;
  const appearance = description?.appearance;
  const { countsBytes, ...deleted } = disposal;
  return {
    ...deleted,
    id,
    kind: 'image',
    owner,
    title: addressOf(image),
    sizeInBytes: storedFile(file).sizeInBytes,
    thumbhash: typeof appearance === 'object' ? appearance.thumbhash : undefined,
    parts: [
      { type: 'image', id },
      { type: 'folder', id: path },
      ...albumIds.map((album) => ({ type: 'album', id: album }) as const),
    ],
  };
}

/** What the trash shows of an album. Its images are not in the trash with it. */
export function trashedAlbum({ id, owner, title }: Album, disposal: Disposal): TrashEntry {
  const { countsBytes, ...deleted } = disposal;
  return { ...deleted, id, kind: 'album', owner, title, sizeInBytes: 0, parts: [{ type: 'album', id }] };
}
