import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'shapefile';

/** `shapefile` keeps the NULs that fill a field up. */
const trimmed = (value) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : value);

/** The features of a shapefile, with their properties where it has a table. No table says that it is UTF-8, and all are. */
export async function shapes(folder, name) {
  const path = join(folder, name);
  const table = `${path}.dbf`;
  const source = await open(`${path}.shp`, existsSync(table) ? table : undefined, { encoding: 'utf-8' });
  const features = [];
  for (let next = await source.read(); !next.done; next = await source.read()) {
    const { geometry, properties } = next.value;
    const entries = Object.entries(properties ?? {}).map(([key, value]) => [key, trimmed(value)]);
    features.push({ geometry, properties: Object.fromEntries(entries) });
  }
  return features;
}

/** Its polygons, each by itself: a tile then holds only those that it shows. */
export const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates);

/** A line of tippecanoe's input. */
export const line = ({ layer, minzoom, maxzoom, geometry, properties = {} }) =>
  JSON.stringify({
    type: 'Feature',
    tippecanoe: { layer, minzoom, ...(maxzoom === undefined ? {} : { maxzoom }) },
    properties,
    geometry,
  });
