import { Extent } from '../plane/extent.js';
import { type Vertex } from '../plane/vertex.js';

const stripOf = (x: number): number => Math.floor((x + 180) / 360);

/**
 * The extents of a path between one antimeridian and the next, each moved to ±180. Edges are cut where they cross it;
 * what only touches it has an extent without width on its other side, as the meridians of 180 and -180 are one.
 */
export function stripsOf(path: readonly Vertex[]): readonly Extent[] {
  const strips = new Map<number, Extent>();
  const add = (strip: number, x: number, y: number) => {
    const extent = strips.get(strip) ?? new Extent();
    // Rounding may lead a little beyond the strip.
    strips.set(strip, extent.add(Math.max(-180, Math.min(180, x - 360 * strip)), y));
  };

  let before: Vertex | undefined;
  for (const vertex of path) {
    const strip = stripOf(vertex.x);
    add(strip, vertex.x, vertex.y);
    if (vertex.x === 360 * strip - 180) add(strip - 1, vertex.x, vertex.y);
    for (const { x, y } of before === undefined ? [] : crossingsOf(before, vertex)) {
      add(stripOf(x), x, y);
      add(stripOf(x) - 1, x, y);
    }
    before = vertex;
  }
  return [...strips.values()];
}

/** Where the edge crosses antimeridians. */
function* crossingsOf(start: Vertex, end: Vertex): Generator<{ x: number; y: number }, void, undefined> {
  const [a, b] = start.x <= end.x ? [start, end] : [end, start];
  for (let strip = stripOf(a.x); strip < stripOf(b.x); strip += 1) {
    const x = 180 + 360 * strip;
    yield { x, y: a.y + ((x - a.x) / (b.x - a.x)) * (b.y - a.y) };
  }
}
