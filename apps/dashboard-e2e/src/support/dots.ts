import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** What the map draws points with of which nothing tells how they may look, and those of the highest class of a number. */
const DOTS = [
  [0x00, 0x72, 0xb2],
  [0x08, 0x1d, 0x58],
] as const;
const TOLERANCE = 25;

/** The pixels of the map that are points: how many, and the box that they are in. */
export interface Dots {
  readonly count: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Resolves when points fill a square of the map, as those of `collection` do. */
export async function fullSquareOfDots(page: Page): Promise<Dots> {
  return await dotsThat(page, ({ count, left, right, top, bottom }) => {
    const area = (right - left) * (bottom - top);
    return area > 40_000 && count > area / 4;
  });
}

/** Resolves when nothing is left but one dot, at this part of the width and height of the square, from its south-west. */
export async function showsOnlyDotAt(
  page: Page,
  all: Dots,
  [east, north]: readonly [number, number],
): Promise<void> {
  const x = all.left + (all.right - all.left) * east;
  const y = all.bottom - (all.bottom - all.top) * north;
  await dotsThat(page, ({ count, left, right, top, bottom }) => {
    const isOne = count > 4 && right - left < 30 && bottom - top < 30;
    return isOne && Math.abs((left + right) / 2 - x) < 12 && Math.abs((top + bottom) / 2 - y) < 12;
  });
}

/** Resolves when the map shows points and stands still. */
export async function dotsAtRest(page: Page): Promise<Dots> {
  let before = '';
  return await dotsThat(page, (dots) => {
    const isSame = JSON.stringify(dots) === before;
    before = JSON.stringify(dots);
    return isSame && dots.count > 0;
  });
}

/** Looks at the points of the map until they are as they should be; the test's own limit of time ends it. */
export async function dotsThat(page: Page, isRight: (dots: Dots) => boolean): Promise<Dots> {
  for (;;) {
    const dots = await dotsOf(await page.locator('canvas').screenshot());

    if (isRight(dots)) return dots;
  }
}

async function dotsOf(picture: Buffer): Promise<Dots> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isDot = (at: number): boolean =>
    DOTS.some((dot) =>
      dot.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < TOLERANCE),
    );
  let dots = { count: 0, left: info.width, right: 0, top: info.height, bottom: 0 };
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
    if (!isDot(pixel * 3)) continue;
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    const { count, left, right, top, bottom } = dots;
    dots = {
      count: count + 1,
      left: Math.min(left, x),
      right: Math.max(right, x),
      top: Math.min(top, y),
      bottom: Math.max(bottom, y),
    };
  }
  return dots;
}
