import type { Link } from '@cairn/access';
import type { Image } from '@cairn/images';
import { HttpError } from '../errors/http-error.js';

/** @throws {HttpError} 403 if the link allows no originals. */
export function assertAllowsOriginals({ download }: Link): void {
  if (download) return;
  throw new HttpError({
    status: 403,
    code: 'download-refused',
    detail: 'This link does not allow originals: ask for a size, such as `?w=1920`.',
  });
}

/**
 * The query for an original, which is empty for its own bytes. They may still say where a photo was taken if nothing was
 * cut out of them: then it is encoded anew for those who must not know.
 */
export function originalQuery({ position }: Link, { file, description }: Image): string {
  const wasCut = description !== undefined && description.uploadSha256 !== file.sha256;
  if (position === 'exact' || wasCut) return '';
  const format = /^image\/(jpeg|png|webp|avif|gif)$/.exec(file.contentType)?.[1] ?? 'jpeg';
  return `format=${format}&q=95`;
}
