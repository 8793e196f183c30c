import type { Album, Image } from '@cairn/images';
import type { AlbumAddition } from '@cairn/images/spi';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { addImage } from './add-image.js';
import { placeImages } from './place-images.js';
import { sameImage } from './same-image.js';

interface Added extends AlbumAddition {
  /** Locked. So the second of two concurrent calls finds the image of the first. */
  readonly album: Album;
}

/**
 * Adds an image to the catalog and to the end of an album, unless the album has one with the same bytes, which is then the
 * result.
 * @throws {AlbumFull} {QuotaExceeded} {ByteQuotaExceeded} {AddressTaken}
 */
export async function addToAlbum(manager: Statements, dialect: Dialect, added: Added): Promise<Image> {
  const { album, image, defaultQuota, bytes, compared, maxImages } = added;
  const found = compared && (await sameImage(manager, image, { albumId: album.id, compared }));
  if (found !== undefined) return found;
  await addImage(manager, dialect, { image, defaultQuota, bytes });
  const imageIds = [image.id];
  await placeImages(manager, { album, images: [image], imageIds, now: bytes.now, maxImages });
  return image;
}
