import { type Edge } from './edge.js';

const CELLS = 0xffff;

/** Spreads sixteen bits over every second of thirty-two. */
function spread(bits: number): number {
  let spreading = bits;
  spreading = (spreading | (spreading << 8)) & 0x00ff00ff;
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f;
  spreading = (spreading | (spreading << 2)) & 0x33333333;
  return (spreading | (spreading << 1)) & 0x55555555;
}

/** Where the edge lies on a Z-order curve over the globe. */
function keyOf({ west, south, east, north }: Edge): number {
  const column = Math.floor(((((west + east) / 2 + 180) % 360) / 360) * CELLS);
  const row = Math.floor((((south + north) / 2 + 90) / 180) * CELLS);
  return (spread(column) | (spread(row) << 1)) >>> 0;
}

/** The edges so that those near each other are near each other in the list too. */
export function inZOrder(edges: readonly Edge[]): readonly Edge[] {
  const keyed = edges.map((edge) => ({ edge, key: keyOf(edge) }));
  return keyed.sort((one, other) => one.key - other.key).map(({ edge }) => edge);
}
