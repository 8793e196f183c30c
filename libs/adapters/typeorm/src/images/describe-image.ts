import { lockCatalog } from './tables/usage.js';
import type { ImageDescription } from '@cairn/images';
import { announcesDescription, imageDescribed, isSameEdit, type DescribedImage } from '@cairn/images/spi';
import { appendEvent } from '../kernel/append-event.js';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { lockImages } from './gallery/index-images.js';
import { compareImage, forgetLookAlikes, isComparedAlike } from './look-alikes/compare-image.js';
import { replaceImage } from './gallery/update-image.js';

interface Described {
  readonly image: DescribedImage;
  readonly description: ImageDescription;
}

/** Replaces the description of an image, and compares the image if it has other hashes now. */
export async function describeImage(
  statements: Statements,
  dialect: Dialect,
  { image: { owner, id, file }, description }: Described,
): Promise<void> {
  const [former] = await lockImages(statements, dialect, { owner, ids: [id] });
  if (former === undefined || !isSameEdit(former.file, file)) return;
  const image = { ...former, description };
  await replaceImage(statements, dialect, { image: former, result: image });
  if (announcesDescription(former.description, description))
    await appendEvent(statements, imageDescribed(image));
  if (isComparedAlike(former, image)) return;
  await lockCatalog(statements, dialect, owner);
  await forgetLookAlikes(statements, [id]);
  await compareImage(statements, image);
}
