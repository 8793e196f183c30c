import { type BoundingBox } from '../geojson/bounding-box.js';
import { type Vertex } from '../plane/vertex.js';

/** The side of a vertical (`x`) or horizontal (`y`) line where values are greater (`sign` 1) or smaller (-1) than `limit`. */
export interface HalfPlane {
  readonly axis: 'x' | 'y';
  readonly limit: number;
  readonly sign: 1 | -1;
}

/** How far inside the vertex lies: 0 on the line, negative outside. */
export const depthOf = (vertex: Vertex, { axis, limit, sign }: HalfPlane): number =>
  sign * (vertex[axis] - limit);

/**
 * The point where an edge crosses the line, exactly on it. The first vertex is inside, the second is not. Altitudes are
 * interpolated.
 */
export function crossingOf(inside: Vertex, outside: Vertex, { axis, limit }: HalfPlane): Vertex {
  if (outside[axis] === limit) return outside;
  const t = (limit - inside[axis]) / (outside[axis] - inside[axis]);
  const between = (from: number, to: number) => from + t * (to - from);
  const z = inside.z === undefined || outside.z === undefined ? undefined : between(inside.z, outside.z);
  return axis === 'x'
    ? { x: limit, y: between(inside.y, outside.y), z }
    : { x: between(inside.x, outside.x), y: limit, z };
}

/** The four sides of a box that is moved by `dx`; what is inside all of them is inside the box. */
export function sidesOf([west, south, east, north]: BoundingBox, dx: number): readonly HalfPlane[] {
  return [
    { axis: 'x', limit: west + dx, sign: 1 },
    { axis: 'x', limit: east + dx, sign: -1 },
    { axis: 'y', limit: south, sign: 1 },
    { axis: 'y', limit: north, sign: -1 },
  ];
}
