import { addProtocol, type LngLatBounds } from 'maplibre-gl';

/**
 * The prefix of the addresses of tiles that are loaded here: the worker of the map does not report response headers.
 */
const SCHEME = 'counted://';
/** More tiles than any map shows at once. */
const MAX_KNOWN = 2_000;

/** The number of features that a tile omits, by its address, for the most recently loaded tiles. */
const omitted = new Map<string, number>();

addProtocol(SCHEME.slice(0, -3), async ({ url }, { signal }) => {
  const address = url.slice(SCHEME.length);
  const response = await fetch(address, { signal });
  if (!response.ok) throw Object.assign(new Error(response.statusText), { status: response.status });
  const { headers } = response;
  omitted.delete(address);
  omitted.set(address, Number(headers.get('Cairn-Tile-Omitted') ?? 0));
  for (const [first] of omitted) if (omitted.size > MAX_KNOWN) omitted.delete(first);
  const [cacheControl, expires] = [headers.get('Cache-Control'), headers.get('Expires')];
  return { data: await response.arrayBuffer(), cacheControl, expires };
});

/** The address with which the map loads tiles through this module. */
export const counted = (tiles: string): string => `${SCHEME}${tiles}`;

/** The visible part of a map, and the zoom level of its tiles. */
interface View {
  readonly bounds: Pick<LngLatBounds, 'getWest' | 'getSouth' | 'getEast' | 'getNorth'>;
  readonly zoom: number;
}

/** The number of features that the tiles of a view omit. A feature at the edge of two tiles may be counted twice. */
export function omittedIn(tiles: string, { bounds, zoom }: View): number {
  const size = 2 ** zoom;
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * size);
  const [west, east] = [column(bounds.getWest()), column(bounds.getEast())];
  const [north, south] = [rowOf(bounds.getNorth(), size), rowOf(bounds.getSouth(), size)];
  let sum = 0;
  for (let x = west; x <= Math.min(east, west + size - 1); x += 1)
    for (let y = north; y <= south; y += 1) {
      const wrapped = ((x % size) + size) % size;
      const names: Readonly<Record<string, number>> = { z: zoom, x: wrapped, y };
      sum += omitted.get(tiles.replaceAll(/\{([xyz])\}/g, (_, name: string) => String(names[name]))) ?? 0;
    }
  return sum;
}

/** The row of a latitude in tiles of the Mercator projection. */
function rowOf(latitude: number, size: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const part = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(size - 1, Math.floor(part * size)));
}
