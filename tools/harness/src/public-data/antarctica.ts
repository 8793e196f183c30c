import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { featuresOfTopology } from './topology.js';

/** Polygons of rings of positions. */
interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[];
}

/**
 * Antarctica of world-atlas, whose mainland is one ring from 180° W to 180° E that never comes to the pole: in the plane,
 * what is south of its ends is not in it.
 */
export async function readAntarctica(): Promise<MultiPolygon> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const countries = featuresOfTopology(JSON.parse(await readFile(file, 'utf8')));
  const found = countries.find(({ properties }) => properties?.['name'] === 'Antarctica');
  if (found?.geometry.type !== 'MultiPolygon') throw new Error('world-atlas has no Antarctica.');
  return { type: 'MultiPolygon', coordinates: found.geometry.coordinates };
}
