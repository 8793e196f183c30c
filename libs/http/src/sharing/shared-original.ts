import type { Link } from '@cairn/access';
import { FileName, MAX_RENDERED_PIXELS, uprightSize, type Image } from '@cairn/images';
import { HttpError } from '../messages/http-error.js';

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
 * The query for an original; empty for the stored bytes. If nothing was cut out of these bytes, they may still have the
 * place of the photo. For a link that hides the exact position the image is therefore encoded again, and made smaller
 * if it is too large for that.
 */
export function originalQuery({ position }: Link, { file, description }: Image): string {
  const wasCut = description !== undefined && description.uploadSha256 !== file.sha256;
  if (position === 'exact' || wasCut) return '';
  const pixels = file.width * file.height * file.frames;
  const width = Math.floor(uprightSize(file).width * Math.sqrt(MAX_RENDERED_PIXELS / pixels));
  return `format=${formatOf(file)}&q=95${pixels > MAX_RENDERED_PIXELS ? `&w=${Math.max(1, width)}` : ''}`;
}

/** The file name of such an original, without the random part that makes its address unguessable. */
export function originalName({ fileName, file }: Image, query: string): string {
  const name = FileName.shown(fileName);
  const isAnew = query !== '' && !file.contentType.endsWith(formatOf(file));
  return isAnew ? `${name.slice(0, name.lastIndexOf('.'))}.jpg` : name;
}

const formatOf = ({ contentType }: Image['file']): string =>
  /^image\/(jpeg|png|webp|avif|gif)$/.exec(contentType)?.[1] ?? 'jpeg';
