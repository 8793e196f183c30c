import { classifyRings } from '@mapbox/vector-tile';
import type { PicturePoint } from './viewport.js';

type Ring = readonly PicturePoint[];

/** Where the label of an area stands, and how large its largest part is. */
export interface LabelPlace extends PicturePoint {
  readonly area: number;
}

/** The middle of the widest stretch of the largest part, at the height of its center: always within. */
export function labelPlaceOf(rings: readonly Ring[]): LabelPlace | undefined {
  // The library types a position as a class of its own, and reads no more of it than `x` and `y`.
  const parts = classifyRings(rings as unknown as Parameters<typeof classifyRings>[0]);
  let largest: { readonly part: readonly Ring[]; readonly area: number } | undefined;
  for (const part of parts) {
    const area = Math.abs(areaOf(part[0] ?? []));
    if (area > (largest?.area ?? 0)) largest = { part, area };
  }
  if (largest === undefined) return undefined;
  const { part, area } = largest;
  const y = heightOf(part[0] ?? []);
  const crossings = part.flatMap((ring) => crossingsOf(ring, y)).sort((one, other) => one - other);
  let [x, widest] = [crossings[0] ?? 0, 0];
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = [crossings[index], crossings[index + 1]];
    if (to - from > widest) [x, widest] = [(from + to) / 2, to - from];
  }
  return { x, y, area };
}

function areaOf(ring: Ring): number {
  return edgesOf(ring).reduce((sum, [from, to]) => sum + (from.x * to.y - to.x * from.y) / 2, 0);
}

/** How far down the center of gravity is. */
function heightOf(ring: Ring): number {
  const sum = edgesOf(ring).reduce(
    (total, [from, to]) => total + (from.y + to.y) * (from.x * to.y - to.x * from.y),
    0,
  );
  return sum / (6 * areaOf(ring));
}

const crossingsOf = (ring: Ring, y: number): readonly number[] =>
  edgesOf(ring).flatMap(([from, to]) =>
    from.y > y === to.y > y ? [] : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)],
  );

const edgesOf = (ring: Ring): readonly (readonly [PicturePoint, PicturePoint])[] =>
  ring.map((point, index) => [ring[index === 0 ? ring.length - 1 : index - 1] ?? point, point] as const);
