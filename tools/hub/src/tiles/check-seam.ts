import type { DecodedFeature } from './decoded-tile.js';
import { EXTENT } from './tile-place.js';

/** Between two whole numbers, so that no edge lies on the line. */
const BESIDE = 0.5;
/** So many units of the seam may be covered on one side only: shapes below the size of a pixel are merged to squares. */
const MAX_UNEQUAL = 16;

/** What polygons of two neighbours cover differently along the line between them; the second one is to the east. */
export function seamFaults(
  west: readonly DecodedFeature[],
  east: readonly DecodedFeature[],
): readonly string[] {
  const [polygonsWest, polygonsEast] = [polygonsOf(west), polygonsOf(east)];
  return [...new Set([...polygonsWest.keys(), ...polygonsEast.keys()])].flatMap((id) => {
    const left = covered(polygonsWest.get(id) ?? [], EXTENT + BESIDE);
    const right = covered(polygonsEast.get(id) ?? [], BESIDE);
    const unequal = left.reduce((sum, isCovered, row) => sum + (isCovered === right[row] ? 0 : 1), 0);
    return unequal > MAX_UNEQUAL ? [`${id} covers ${unequal} units of the seam on one side only`] : [];
  });
}

function polygonsOf(features: readonly DecodedFeature[]): ReadonlyMap<string, readonly DecodedFeature[]> {
  const byId = new Map<string, DecodedFeature[]>();
  for (const feature of features)
    if (feature.kind === 'polygon') byId.set(feature.id, [...(byId.get(feature.id) ?? []), feature]);
  return byId;
}

/** For each row of the tile whether polygons cover it at this x, by the even-odd rule. */
function covered(polygons: readonly DecodedFeature[], x: number): readonly boolean[] {
  const crossings: number[] = [];
  for (const feature of polygons) {
    for (const path of feature.paths)
      for (let index = 0; index < path.length; index += 1) {
        const [x1, y1] = path[index] ?? [0, 0];
        const [x2, y2] = path[(index + 1) % path.length] ?? [0, 0];
        if (x1 < x !== x2 < x) crossings.push(y1 + ((x - x1) / (x2 - x1)) * (y2 - y1));
      }
  }
  crossings.sort((one, other) => one - other);
  let count = 0;
  return Array.from({ length: EXTENT }, (_, row) => {
    while ((crossings[count] ?? Infinity) <= row + BESIDE) count += 1;
    return count % 2 === 1;
  });
}
