import type { FileGeometry } from '@cairn/spaces';
import { geojsonToWkb } from 'hyparquet-writer';
import { asGeometry } from './geojson-types.js';

/** WKB needs heights of all positions or of none: where a track has some, those that it has not are 0. */
export const wkbOf = (geometry: FileGeometry): Uint8Array => geojsonToWkb(asGeometry(levelled(geometry)));

function levelled(geometry: FileGeometry): FileGeometry {
  if ('geometries' in geometry) return { ...geometry, geometries: geometry.geometries.map(levelled) };
  const lengths = new Set(lengthsIn(geometry.coordinates));
  return lengths.size < 2
    ? geometry
    : { ...geometry, coordinates: itemsOf(geometry.coordinates).map(filled) };
}

const isPosition = (value: unknown): boolean => typeof itemsOf(value)[0] === 'number';

/** How many numbers the positions have. */
function* lengthsIn(value: unknown): Generator<number, void, undefined> {
  if (isPosition(value)) yield itemsOf(value).length;
  else for (const item of itemsOf(value)) yield* lengthsIn(item);
}

function filled(value: unknown): unknown {
  const items = itemsOf(value);
  if (!isPosition(value)) return items.map(filled);
  return items.length === 2 ? [...items, 0] : items;
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
