import { until } from '@cairn/harness';
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
const NONE: Dots = { count: 0, left: 0, right: 0, top: 0, bottom: 0 };

/**
 * Resolves when points fill a grid of the map, as those of `places` do, in its proportions. A tile that is missing at an edge of it
 * may go unseen.
 */
export async function fullGridOfDots(page: Page, columns: number, rows: number): Promise<Dots> {
  return await dotsThat(page, ({ count, left, right, top, bottom }) => {
    const [width, height] = [right - left, bottom - top];
    const isWhole = Math.abs((width * rows) / (height * columns) - 1) < 0.05;
    return isWhole && width * height > 40_000 && count > (width * height) / 4;
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

/** Looks at the points of the map until they are as they should be. @throws {Error} that says what they are, if that never comes. */
export async function dotsThat(page: Page, isRight: (dots: Dots) => boolean): Promise<Dots> {
  let dots = NONE;
  const look = async (): Promise<boolean> =>
    isRight((dots = await dotsOf(await page.locator('canvas').screenshot())));
  await until('the map shows the points', look, { pollMs: 200 }).catch((cause: unknown) => {
    throw new Error(`The map shows these points: ${JSON.stringify(dots)}`, { cause });
  });
  return dots;
}

async function dotsOf(picture: Buffer): Promise<Dots> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isDot = (at: number): boolean =>
    DOTS.some((dot) =>
      dot.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < TOLERANCE),
    );
  let dots = { ...NONE, left: info.width, top: info.height };
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
