import polygonClipping from 'polygon-clipping';

type Polygons = [number, number][][][];

/** Degrees that positions are rounded to, one after the other, until the library finds its way: up to a millimetre. */
const GRIDS = [1e-12, 1e-10, 1e-8];

/**
 * What is inside both. The library gives up where edges cross by less than a rounding error; on a grid they do not.
 * @throws {Error} if it gives up on every grid.
 */
export function intersection(subject: Polygons, clip: Polygons): Polygons {
  for (const grid of GRIDS) {
    try {
      return polygonClipping.intersection(subject, clip);
    } catch {
      [subject, clip] = [rounded(subject, grid), rounded(clip, grid)];
    }
  }
  return polygonClipping.intersection(subject, clip);
}

function rounded(polygons: Polygons, grid: number): Polygons {
  const round = (degrees: number): number => Math.round(degrees / grid) * grid;
  return polygons.map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [round(x), round(y)])),
  );
}
