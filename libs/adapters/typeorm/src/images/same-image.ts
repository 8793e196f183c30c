import type { Image } from '@cairn/images';
import { uploadOf, type ComparedBytes } from '@cairn/images/spi';
import { run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { findImages } from './gallery/index-images.js';

/** Where to look for an image, and by which of its bytes. */
type Looked = { readonly compared?: ComparedBytes | undefined } & (
  { readonly path: string } | { readonly albumId: string }
);

/**
 * The image in a folder or an album that has the bytes of an upload, by `isSame`. Each part reads one index: images that
 * nothing was cut out of have one hash only. Read it while what it looks in is locked.
 */
export async function sameImage(
  manager: Statements,
  upload: Image,
  { compared, ...place }: Looked,
): Promise<Image | undefined> {
  const { owner, file } = upload;
  const sha256 = compared === 'served' ? file.sha256 : uploadOf(upload).sha256;
  const [found] = await run<{ readonly id: string }>(manager, (parameter) => {
    const part = (hash: string, others: string): string =>
      `SELECT id FROM image WHERE owner = ${parameter(owner)} AND ${hash} = ${parameter(sha256)} ${others} AND ${
        'path' in place
          ? `path = ${parameter(place.path)}`
          : `id IN (SELECT image_id FROM album_image WHERE album_id = ${parameter(place.albumId)})`
      }`;
    const parts = [
      part('upload_sha256', compared === 'served' ? 'AND sha256 = upload_sha256' : ''),
      part('sha256', 'AND sha256 <> upload_sha256'),
    ];
    return `${parts.join(' UNION ')} ORDER BY 1 LIMIT 1`;
  });
  return found && (await findImages(manager, { owner, ids: [found.id] }))[0];
}
