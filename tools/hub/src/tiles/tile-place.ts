/** A tile of Web Mercator, `y` from the north. */
export interface TilePlace {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const EXTENT = 4096;
const MAX_LATITUDE = 85.0511287798066;

/** The tile that a position is in. */
export function tileAt(
  [longitude, latitude]: readonly [number, number, ...number[]],
  zoom: number,
): TilePlace {
  const side = 2 ** zoom;
  const inside = (value: number): number => Math.min(side - 1, Math.max(0, Math.floor(value)));
  return { zoom, x: inside(part(longitude) * side), y: inside(partNorth(latitude) * side) };
}

/** Where a position is on the grid of a tile, with its fraction. */
export function onGrid(
  [longitude, latitude]: readonly [number, number, ...number[]],
  { zoom, x, y }: TilePlace,
): readonly [number, number] {
  const side = 2 ** zoom;
  return [(part(longitude) * side - x) * EXTENT, (partNorth(latitude) * side - y) * EXTENT];
}

export const pathOf = ({ zoom, x, y }: TilePlace): string => `${zoom}/${x}/${y}`;

const part = (longitude: number): number => longitude / 360 + 0.5;

function partNorth(latitude: number): number {
  const kept = Math.min(MAX_LATITUDE + 4, Math.max(-MAX_LATITUDE - 4, latitude));
  const sine = Math.sin((kept * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
