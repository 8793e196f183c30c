import type { PhotoDetails } from '@cairn/api-schema';

export type PictureEdit = NonNullable<PhotoDetails['edit']>;
export type Crop = NonNullable<PictureEdit['crop']>;

export const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 };

const TURNS = [0, 90, 180, 270] as const;

/** The edit turned further by quarters clockwise. The same part of the picture stays. */
export function turned({ turn = 0, mirror = false, crop }: PictureEdit, quarters: 1 | 3): PictureEdit {
  const part = crop && (quarters === 1 ? turnedRight(crop) : turnedRight(turnedRight(turnedRight(crop))));
  return { turn: TURNS[(turn / 90 + quarters) % 4] ?? 0, mirror, ...(part && { crop: part }) };
}

/** The edit mirrored left to right, as the picture is seen. Mirroring comes before turning, so turns go the other way. */
export function mirrored({ turn = 0, mirror = false, crop }: PictureEdit): PictureEdit {
  const part = crop && { ...crop, left: fraction(1 - crop.left - crop.width) };
  return { turn: TURNS[(4 - turn / 90) % 4] ?? 0, mirror: !mirror, ...(part && { crop: part }) };
}

function turnedRight({ left, top, width, height }: Crop): Crop {
  return { left: fraction(1 - top - height), top: left, width: height, height: width };
}

/** Moves a part within the picture. */
export function movedBy(crop: Crop, x: number, y: number): Crop {
  const { width, height } = crop;
  return { ...crop, left: within(crop.left + x, 1 - width), top: within(crop.top + y, 1 - height) };
}

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';

/** The smallest part, in fractions. */
const LEAST = 0.05;

/**
 * Moves one corner; the opposite one stays. `ratio` is width by height in fractions, if the shape is fixed: then the width
 * decides.
 */
export function resized(
  crop: Crop,
  {
    corner,
    x,
    y,
    ratio,
  }: { readonly corner: Corner; readonly x: number; readonly y: number; readonly ratio?: number | undefined },
): Crop {
  const isLeft = corner === 'topLeft' || corner === 'bottomLeft';
  const isTop = corner === 'topLeft' || corner === 'topRight';
  const [right, bottom] = [crop.left + crop.width, crop.top + crop.height];
  const roomX = isLeft ? right : 1 - crop.left;
  const roomY = isTop ? bottom : 1 - crop.top;
  let width = Math.max(LEAST, within(crop.width + (isLeft ? -x : x), roomX));
  let height = Math.max(LEAST, within(crop.height + (isTop ? -y : y), roomY));
  if (ratio !== undefined) {
    const grown = Math.abs(x) >= Math.abs(y) ? width : height * ratio;
    width = Math.min(grown, roomX, roomY * ratio);
    height = width / ratio;
  }
  return {
    left: isLeft ? fraction(right - width) : crop.left,
    top: isTop ? fraction(bottom - height) : crop.top,
    width,
    height,
  };
}

/** The largest part of this shape in the middle. `ratio` as in `resized`. */
export function largest(ratio: number): Crop {
  const [width, height] = ratio > 1 ? [1, 1 / ratio] : [ratio, 1];
  return { left: fraction((1 - width) / 2), top: fraction((1 - height) / 2), width, height };
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), Math.max(0, most));
}

const fraction = (value: number): number => within(value, 1);
