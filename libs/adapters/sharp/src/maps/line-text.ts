import type { PicturePoint } from './viewport.js';

/** A place along a line, and its direction in radians. */
export interface LinePlace extends PicturePoint {
  readonly angle: number;
}

/** Of two letters that follow each other. */
const SHARPEST = Math.PI / 4;

export const lengthOf = (line: readonly PicturePoint[]): number =>
  line.reduce((length, point, index) => {
    const before = line[index - 1];
    return before === undefined ? 0 : length + Math.hypot(point.x - before.x, point.y - before.y);
  }, 0);

/** Places at these distances from the beginning; `undefined` if the line bends too much there, or ends before. */
export function placesAlong(
  line: readonly PicturePoint[],
  distances: readonly number[],
): readonly LinePlace[] | undefined {
  const places: LinePlace[] = [];
  let [index, passed] = [1, 0];
  for (const distance of distances) {
    for (;;) {
      const [from, to] = [line[index - 1], line[index]];
      if (from === undefined || to === undefined) return undefined;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (length > 0 && distance <= passed + length) {
        const share = (distance - passed) / length;
        const angle = Math.atan2(to.y - from.y, to.x - from.x);
        const last = places.at(-1);
        if (last !== undefined && Math.abs(turnBetween(last.angle, angle)) > SHARPEST) return undefined;
        places.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, angle });
        break;
      }
      passed += length;
      index += 1;
    }
  }
  return places;
}

const turnBetween = (one: number, other: number): number => {
  const turn = (other - one) % (2 * Math.PI);
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
};
