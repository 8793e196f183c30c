/** In degrees. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

const COLUMNS = 2_000;
const CELL_DEGREES = 0.09;
const WEST = -90;
const SOUTH = -70;
/** So many features fill whole rows of cells, in a scattered order. */
const BLOCK = 100_000;
const STRIDE = 61_803; // has no divisor in common with the block
const POLYGON_EVERY = 4;
const CORNERS = 8;
const LINES_AT_ONCE = 500;

/** A feature of a test, as it is sent. */
export interface GeneratedFeature {
  readonly id: string;
  readonly text: string;
  readonly box: BoundingBox;
}

/** Sorted as the numbers are. */
export const generatedId = (number: number): string => `feature-${String(number).padStart(8, '0')}`;

/** The feature of this number, always the same: three in four are points, the others polygons. Each has its own cell. */
export function generatedFeature(number: number): GeneratedFeature {
  const [column, row] = cellOf(number);
  const random = randomOf(number);
  const [x, y] = [0.3 + 0.4 * random(), 0.3 + 0.4 * random()];
  const at = (dx: number, dy: number): Position => [
    rounded(WEST + (column + x + dx) * CELL_DEGREES),
    rounded(SOUTH + (row + y + dy) * CELL_DEGREES),
  ];
  const id = generatedId(number);
  const properties = {
    name: `Place ${Math.floor(random() * 1e9).toString(36)} of row ${row}`,
    population: Math.floor(random() ** 4 * 1e6),
    elevation: Math.round(random() * 30_000) / 10,
    kind: ['village', 'spring', 'hut', 'summit'][number % 4],
    open: random() < 0.5,
  };
  const ring = number % POLYGON_EVERY === 0 ? ringAround(at) : undefined;
  const geometry =
    ring === undefined ? { type: 'Point', coordinates: at(0, 0) } : { type: 'Polygon', coordinates: [ring] };
  const text = JSON.stringify({ type: 'Feature', id, geometry, properties });
  return { id, text, box: boxOf(ring ?? [at(0, 0)]) };
}

/** A box that touches so many features, of the `total` first ones, which are whole blocks. `choice` is from 0 to 1. */
export function generatedBox(
  total: number,
  size: { readonly columns: number; readonly rows: number },
  choice: number,
): BoundingBox {
  const random = randomOf(Math.floor(choice * 2 ** 31));
  const column = Math.floor(random() * (COLUMNS - size.columns));
  const row = Math.floor(random() * (total / COLUMNS - size.rows));
  const edge = (start: number, cells: number): number => rounded(start + cells * CELL_DEGREES);
  return [
    edge(WEST, column),
    edge(SOUTH, row),
    edge(WEST, column + size.columns),
    edge(SOUTH, row + size.rows),
  ];
}

/** The first features, one a line, in pieces. */
export function* generatedLines(count: number): Generator<string> {
  for (let start = 0; start < count; start += LINES_AT_ONCE) {
    const length = Math.min(LINES_AT_ONCE, count - start);
    yield Array.from({ length }, (_, index) => `${generatedFeature(start + index).text}\n`).join('');
  }
}

type Position = readonly [longitude: number, latitude: number];

function cellOf(number: number): readonly [column: number, row: number] {
  const start = Math.floor(number / BLOCK) * BLOCK;
  const cell = start + (((number - start) * STRIDE) % BLOCK);
  return [cell % COLUMNS, Math.floor(cell / COLUMNS)];
}

function ringAround(at: (dx: number, dy: number) => Position): readonly Position[] {
  const corners = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    return at(0.25 * Math.cos(angle), 0.25 * Math.sin(angle));
  });
  return [...corners, ...corners.slice(0, 1)];
}

function boxOf(positions: readonly Position[]): BoundingBox {
  const [longitudes, latitudes] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
