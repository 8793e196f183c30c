import { boxOf } from './grid-path.js';
import type { Path, SourceFeature } from './source-features.js';

/** A feature with its paths unwrapped, and the box around them in degrees. */
export interface Unwrapped {
  readonly paths: readonly Path[];
  readonly box: ReturnType<typeof boxOf>;
}

/** Without jumps across the antimeridian; a ring around a pole goes along it. */
export function unwrapped({ kind, paths }: SourceFeature): Unwrapped {
  const straight = paths.map((path): Path => {
    let turn = 0;
    const positions = path.map(([x, y], index): [number, number] => {
      const before = path[index - 1]?.[0] ?? x;
      if (x - before > 180) turn -= 360;
      if (before - x > 180) turn += 360;
      return [x + turn, y];
    });
    const [[first, latitude] = [0, 0]] = positions;
    const last = positions.at(-1)?.[0] ?? first;
    if (kind !== 'polygon' || Math.abs(first - last) < 180) return positions;
    const pole = latitude < 0 ? -90 : 90;
    return [...positions, [last, pole], [first, pole]];
  });
  return { paths: straight, box: boxOf(straight.flat()) };
}
