import { writeXmp, type OwnEdit, type XmpCrop, type XmpShown } from '@cairn/image-structure';
import {
  composeEdit,
  possibleEdit,
  turnBetween,
  type CropFractions,
  type EditChange,
  type ImageEdit,
} from './image-edit.js';
import { photoPositionOf, type Image, type ImageFile } from './image.js';
import { takenOf } from './taken.js';

/** What an XMP sidecar tells of an image. */
export interface PhotoXmpSource extends Pick<
  Image,
  'tags' | 'title' | 'caption' | 'favourite' | 'rating' | 'position' | 'takenAt' | 'description'
> {
  readonly file: Pick<ImageFile, 'orientation'>;
  readonly edit: EditChange | undefined;
  /** Whether the file beside it lacks the metadata of the upload. */
  readonly isCut: boolean;
}

/**
 * The XMP sidecar of an image for other programs; `undefined` if there is nothing to tell that is not in its file. Has no guesses.
 */
export function photoXmp(image: PhotoXmpSource): string | undefined {
  const { tags, title, caption, favourite, rating, position, takenAt, description, file } = image;
  const { edit, isCut } = image;
  const isSaid = [title, caption, favourite, rating, position, takenAt, edit].some(
    (each) => each !== undefined,
  );
  const { capturedAt, position: filePosition } = description ?? {};
  const hasCut = isCut && (capturedAt !== undefined || filePosition !== undefined);
  if (!isSaid && tags.length === 0 && !hasCut) return undefined;
  const taken = takenOf(image);
  const isTold = taken?.from === 'person' || taken?.from === 'camera';
  return writeXmp({
    tags,
    title,
    caption,
    favourite: favourite === true ? true : undefined,
    rating,
    capturedAt: isTold ? taken.at : undefined,
    position: photoPositionOf(image),
    own: { takenAt, position, edit: edit && ownEdit(edit) },
    shown: shownBy(file, edit),
  });
}

const ownEdit = ({ turn = 0, mirror = false, crop }: EditChange): OwnEdit => ({ turn, mirror, crop });

function shownBy(
  { orientation }: Pick<ImageFile, 'orientation'>,
  change: EditChange | undefined,
): XmpShown | undefined {
  const edit = change && composeEdit({ orientation, frames: 1 }, change);
  if (!edit) return undefined;
  return { orientation: edit.orientation, ...(edit.crop && { crop: inStoredPicture(edit, edit.crop) }) };
}

/** The edit by which a file of this orientation is shown as another program shows it; `undefined` if there is none, or it is impossible. */
export function editShownBy(
  orientation: number,
  { orientation: total, crop }: XmpShown,
): EditChange | undefined {
  const { mirror, quarters } = turnBetween(orientation, total);
  const part = crop && inTurnedPicture(total, crop);
  const change = { turn: TURNS[quarters] ?? 0, mirror, ...(part && { crop: part }) };
  return possibleEdit({ orientation, frames: 1 }, change) && change;
}

const TURNS = [0, 90, 180, 270] as const;

function inTurnedPicture(orientation: number, crop: XmpCrop): CropFractions {
  const { mirror, quarters } = turnBetween(1, orientation);
  let part = mirror ? { ...crop, left: 1 - crop.left - crop.width } : crop;
  // Three quarter turns counterclockwise are one clockwise.
  for (let left = (4 - quarters) % 4; left > 0; left -= 1) part = turnedBack(part);
  return part;
}

/** Camera Raw counts before the picture is turned. */
function inStoredPicture({ orientation }: ImageEdit, crop: CropFractions): XmpCrop {
  const { mirror, quarters } = turnBetween(1, orientation);
  let part = crop;
  for (let left = quarters; left > 0; left -= 1) part = turnedBack(part);
  return mirror ? { ...part, left: 1 - part.left - part.width } : part;
}

/** A quarter turn counterclockwise. */
const turnedBack = ({ left, top, width, height }: CropFractions): CropFractions => ({
  left: top,
  top: 1 - left - width,
  width: height,
  height: width,
});
