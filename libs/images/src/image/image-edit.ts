import { InvalidInput } from '@cairn/kernel';
import type { ImageFormat } from './image-format.js';

/** A part of a picture, in fractions of its width and height, from the left and from the top. */
export interface CropFractions {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How a person wants a picture shown. `orientation` turns the stored pixels: EXIF's, composed with the person's. */
export interface ImageEdit {
  readonly orientation: number;
  /** Of the turned picture. */
  readonly crop?: CropFractions | undefined;
}

const TURNS = [0, 90, 180, 270] as const;
type Turn = (typeof TURNS)[number];

/** An edit as a person says it, of the upright picture: mirrored left to right, then turned clockwise, then cropped. */
export interface EditChange {
  /** In degrees. */
  readonly turn?: Turn | undefined;
  readonly mirror?: boolean | undefined;
  readonly crop?: CropFractions | undefined;
}

/** A format with the edit that is applied whenever the picture is shown. */
export interface ShownFormat extends ImageFormat {
  readonly edit?: ImageEdit | undefined;
}

/** Quarter turns clockwise after mirroring left to right, of the EXIF orientations from 1. */
const ORIENTATIONS = [
  { mirror: false, quarters: 0 },
  { mirror: true, quarters: 0 },
  { mirror: false, quarters: 2 },
  { mirror: true, quarters: 2 },
  { mirror: true, quarters: 3 },
  { mirror: false, quarters: 1 },
  { mirror: true, quarters: 1 },
  { mirror: false, quarters: 3 },
] as const;

const UPRIGHT = { mirror: false, quarters: 0 } as const;

interface Turning {
  readonly mirror: boolean;
  readonly quarters: number;
}

/**
 * The edit of a picture of this format; `null` if it changes nothing.
 * @throws {InvalidInput} when it crops nothing, or turns an animation, which the renderer cannot.
 */
export function composeEdit(
  { orientation, frames }: Pick<ImageFormat, 'orientation' | 'frames'>,
  { turn = 0, mirror = false, crop }: EditChange,
): ImageEdit | null {
  const isTurned = turn !== 0 || mirror;
  if (isTurned && frames > 1)
    throw fault('turn', 'An animation can be cropped, but neither turned nor mirrored.');
  const part = crop && parseCrop(crop);
  if (!isTurned && part === undefined) return null;
  const total = composed(turningOf(orientation), { mirror, quarters: turn / 90 });
  return { orientation: orientationOf(total), ...(part && { crop: part }) };
}

/** The edit of a record that is not trusted: none instead of an impossible one. */
export function possibleEdit(
  format: Pick<ImageFormat, 'orientation' | 'frames'>,
  change: EditChange,
): ImageEdit | undefined {
  try {
    return composeEdit(format, change) ?? undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

/** What the person did to the upright picture, from the composed edit. The inverse of `composeEdit`. */
export function editChangeOf({
  orientation,
  edit,
}: Pick<ShownFormat, 'orientation' | 'edit'>): EditChange | undefined {
  if (edit === undefined) return undefined;
  const { mirror, quarters } = turnBetween(orientation, edit.orientation);
  return { turn: TURNS[quarters] ?? 0, mirror, ...(edit.crop && { crop: { ...edit.crop } }) };
}

/** How a picture that is upright by one orientation is turned to be upright by another. */
export function turnBetween(from: number, to: number): Turning {
  const [first, total] = [turningOf(from), turningOf(to)];
  const mirror = first.mirror !== total.mirror;
  return { mirror, quarters: modulo(total.quarters - (mirror ? -first.quarters : first.quarters)) };
}

/** Whether both are shown the same way. */
export function isSameEdit(
  { edit: one }: Pick<ShownFormat, 'edit'>,
  { edit: other }: Pick<ShownFormat, 'edit'>,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A format without its edit. */
export function withoutEdit<Format extends ShownFormat>({ edit, ...format }: Format): Omit<Format, 'edit'> {
  return format;
}

function composed(first: Turning, then: Turning): Turning {
  return {
    mirror: first.mirror !== then.mirror,
    quarters: modulo(then.quarters + (then.mirror ? -first.quarters : first.quarters)),
  };
}

function turningOf(orientation: number): Turning {
  return ORIENTATIONS[orientation - 1] ?? UPRIGHT;
}

function orientationOf({ mirror, quarters }: Turning): number {
  return 1 + ORIENTATIONS.findIndex((each) => each.mirror === mirror && each.quarters === quarters);
}

function modulo(quarters: number): number {
  return ((quarters % 4) + 4) % 4;
}

/** Sums of fractions may exceed 1 by as much. */
const TOLERANCE = 1e-9;

/** `undefined` for the whole picture. */
function parseCrop({ left, top, width, height }: CropFractions): CropFractions | undefined {
  const isInside =
    [left, top, width, height].every((part) => part >= 0 && part <= 1) &&
    width > 0 &&
    height > 0 &&
    left + width <= 1 + TOLERANCE &&
    top + height <= 1 + TOLERANCE;
  if (!isInside)
    throw fault('crop', '`crop` must be a part of the picture, in fractions of its width and height.');
  return width === 1 && height === 1 ? undefined : { left, top, width, height };
}

function fault(name: string, detail: string): InvalidInput {
  return new InvalidInput([{ pointer: `/${name}`, code: 'out-of-range', detail }]);
}
