import { type Edges } from './edge-sweep.js';

const OFFSET = 2 ** 20;
const COLUMN = 2 ** 22;

/** Positions of a grid and the edges between them: nodes by x and then y, edges by their nodes, from the lower to the higher. */
export interface GridGraph {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** The edges that bound an area by the even-odd rule: edges given an even number of times cancel out. */
export function gridGraph(edges: Edges): GridGraph {
  const places = placesOf(edges);
  const keys = keysOf(edges, places);
  const odd = oddOnes(keys);
  const xs = new Int32Array(places.length);
  const ys = new Int32Array(places.length);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const column = Math.floor(place / COLUMN);
    xs[index] = column - OFFSET;
    ys[index] = place - column * COLUMN - OFFSET;
  }
  const from = new Int32Array(odd.length);
  const to = new Int32Array(odd.length);
  for (let index = 0; index < odd.length; index += 1) {
    const key = odd[index] ?? 0;
    const start = Math.floor(key / places.length);
    from[index] = start;
    to[index] = key - start * places.length;
  }
  return { xs, ys, from, to };
}

/** The edges of a graph with their positions. */
export function edgesOfGraph({ xs, ys, from, to }: GridGraph): Edges {
  const edges = new Int32Array(from.length * 4);
  for (let index = 0; index < from.length; index += 1) {
    const [start = 0, end = 0] = [from[index], to[index]];
    edges[index * 4] = xs[start] ?? 0;
    edges[index * 4 + 1] = ys[start] ?? 0;
    edges[index * 4 + 2] = xs[end] ?? 0;
    edges[index * 4 + 3] = ys[end] ?? 0;
  }
  return edges;
}

/** The positions, each as one number and once, in order. */
function placesOf(edges: Edges): Float64Array {
  const places = new Float64Array(edges.length / 2);
  for (let index = 0; index < places.length; index += 1)
    places[index] = ((edges[index * 2] ?? 0) + OFFSET) * COLUMN + (edges[index * 2 + 1] ?? 0) + OFFSET;
  places.sort();
  let count = 0;
  for (const place of places) {
    if (count > 0 && place === places[count - 1]) continue;
    places[count] = place;
    count += 1;
  }
  return places.subarray(0, count);
}

/** Each edge as one number, in order; those of no length are left out. */
function keysOf(edges: Edges, places: Float64Array): Float64Array {
  const keys = new Float64Array(edges.length / 4);
  let count = 0;
  for (let edge = 0; edge < edges.length; edge += 4) {
    const start = rankOf(places, edges[edge] ?? 0, edges[edge + 1] ?? 0);
    const end = rankOf(places, edges[edge + 2] ?? 0, edges[edge + 3] ?? 0);
    if (start === end) continue;
    keys[count] = Math.min(start, end) * places.length + Math.max(start, end);
    count += 1;
  }
  return keys.subarray(0, count).sort();
}

function rankOf(places: Float64Array, x: number, y: number): number {
  const place = (x + OFFSET) * COLUMN + y + OFFSET;
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The values that occur an odd number of times in a sorted list, each once. */
function oddOnes(keys: Float64Array): Float64Array {
  const odd = new Float64Array(keys.length);
  let count = 0;
  for (let start = 0, end = 0; start < keys.length; start = end) {
    const key = keys[start] ?? 0;
    while (keys[end] === key) end += 1;
    if ((end - start) % 2 === 0) continue;
    odd[count] = key;
    count += 1;
  }
  return odd.subarray(0, count);
}
