import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { run } from '../program/program.js';
import { exportFiles } from './export.js';
import { importFiles } from './import.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-data-files-'));
  await writeFile(join(folder, 'trees.csv'), 'lon,lat\n8,47\n');
});
afterAll(() => rm(folder, { recursive: true }));

async function cairn(...args: readonly string[]) {
  const err: string[] = [];
  const code = await run(
    args.map((arg) => (/\.\w+$/.test(arg) ? join(folder, arg) : arg)),
    [importFiles, exportFiles],
    {
      environment: { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' },
      out: { write: () => undefined },
      err: { write: (text) => err.push(text) },
      signal: new AbortController().signal,
      version: '1.2.3',
    },
  );
  return [code, err.join('')];
}

it.each([
  [['import', 'trees.csv'], /trees\.csv is a file of data: name the space .* --space, or .* --new-space/],
  [['import', 'trees.csv', '--space', 'a', '--new-space', 'b'], /--space and --new-space do not go together/],
  [['import', 'trees.csv', '--space', 'a', '--tags', 'b'], /--tags is for images/],
  [['import', 'photos', '--crs', 'EPSG:2056'], /--crs is for a file of data, which needs --space/],
  [['import', 'photos', '--keep-broken'], /--keep-broken is for a file of data/],
  [['import', 'trees.csv', '--space', 'a', '--format', 'doc'], /--format must be one of geojson, csv/],
  [['import', 'trees.csv', '--space', 'a', '--mapping', '{"a":1}'], /--mapping cannot be used: .*a/],
  [['import', '.', '--space', 'a'], /is no file/],
  [['export', 'moving', '--fields', 'a'], /--fields is for the export of one space/],
  [['export', 'huts.doc', '--space', 'a'], /huts\.doc does not say what is to be written/],
  [['export', 'huts.gpx', '--space', 'a', '--at-once', '2'], /--at-once is for the export of an account/],
])('ends with 2 and says what to do for %j', async (args, message) => {
  expect(await cairn(...args)).toEqual([2, expect.stringMatching(message)]);
});
