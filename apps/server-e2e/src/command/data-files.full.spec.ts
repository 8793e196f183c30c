import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeRecordedFiles } from '../features/recorded-files.js';
import { cairn, type CommandResult } from '../support/cairn-command.js';

const WITHIN_MS = 120_000;
const CSV = 'id;name;height;lon;lat\n1;Lime;21,5;7,4474;46,948\n2;Oak;18;8,5417;47,3769\n';

let server: ServerProcess;
let folder: string;
beforeAll(async () => {
  server = await ServerProcess.start();
  folder = await mkdtemp(join(tmpdir(), 'cairn-data-'));
  await writeFile(join(folder, 'trees.csv'), CSV);
  await writeRecordedFiles(folder);
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

const beside = async (...args: readonly string[]): Promise<CommandResult> =>
  await cairn([...args, '--url', server.address], { CAIRN_KEY: server.key });
const file = (name: string): string => join(folder, name);
const spaceOf = (result: CommandResult): string => result.records<{ spaceId: string }>()[0]?.spaceId ?? '';

it(
  'says what a file has, in words and as a table',
  async () => {
    const { code, out } = await beside('import', file('trees.csv'), '--new-space', 'Trees', '--preview');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'trees.csv: CSV, utf-8, semicolons, decimal commas, 2 features, coordinates in WGS 84 (EPSG:4326) from the columns lon and lat.',
      'id  place           name  height',
      '1   7.4474 46.948   Lime  21.5',
      '2   8.5417 47.3769  Oak   18',
      '',
    ]);
    expect(await server.json('GET', '/hub/spaces')).toEqual([]);
  },
  WITHIN_MS,
);

it(
  'imports a file again to change what is there, and tries that first',
  async () => {
    const first = await beside('import', file('trees.csv'), '--new-space', 'Trees', '--json');
    const id = spaceOf(first);
    await writeFile(file('more.csv'), CSV.replace('Oak', 'Ash') + '3;Elm;9;8,3;47,05\n');
    const tried = await beside('import', file('more.csv'), '--space', id, '--dry-run');
    expect([tried.code, tried.out.split('\n')[1]]).toEqual([
      0,
      'Nothing was stored. Would import 3 features: 1 new, 1 changed, 1 as they were; 0 failed.',
    ]);
    const again = await beside('import', file('more.csv'), '--space', id, '--json');
    expect(again.records()).toEqual([
      expect.objectContaining({ inserted: 1, updated: 1, unmodified: 1, failed: 0 }),
    ]);
  },
  WITHIN_MS,
);

it.each(['geojson', 'ndjson', 'csv', 'gpx', 'kml', 'gpkg', 'fgb', 'parquet'])(
  'writes a space as %s, which comes back where it is read',
  async (ending) => {
    const id = spaceOf(await beside('import', file('huts.gpkg'), '--new-space', 'Huts', '--json'));
    const path = file(`out.${ending}`);
    const written = await beside('export', path, '--space', id, '--json');
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.records()).toEqual([
      { spaceId: id, file: path, format: ending, sizeInBytes: (await readFile(path)).length },
    ]);
    if (ending === 'parquet') {
      expect((await readFile(path)).toString('latin1', 0, 4)).toBe('PAR1');
      return;
    }
    const isOfOthers = ['gpx', 'kml', 'gpkg', 'fgb'].includes(ending);
    if (isOfOthers) expect((await readFile(path)).toString('latin1')).not.toContain('ns:com');
    const back = await beside('import', path, '--new-space', 'Back', '--json');
    expect(back.records()).toEqual([expect.objectContaining({ imported: 3, failed: 0, end: 'complete' })]);
  },
  WITHIN_MS,
);

it(
  'writes to standard output, and only the properties that are named',
  async () => {
    const id = spaceOf(await beside('import', file('huts.gpkg'), '--new-space', 'Huts', '--json'));
    const { code, out } = await beside(
      'export',
      '-',
      '--space',
      id,
      '--format',
      'ndjson',
      '--fields',
      'beds',
    );
    const features = out.split('\n').filter((line) => line !== '');
    expect([code, features.length]).toEqual([0, 3]);
    expect(out).toContain('"beds":12');
    expect(out).not.toContain('Bärengraben');
  },
  WITHIN_MS,
);

it(
  'leaves no file behind an export that fails, and keeps what was there',
  async () => {
    await writeFile(file('kept.gpx'), 'before');
    const { code, err } = await beside('export', file('kept.gpx'), '--space', 'absent');
    expect([code, await readFile(file('kept.gpx'), 'utf8')]).toEqual([1, 'before']);
    expect(err).toMatch(/^cairn: .*absent/);
  },
  WITHIN_MS,
);

it(
  'says of a zipped shapefile that it needs a space',
  async () => {
    const { code, err } = await beside('import', file('huts.zip'));
    expect([code, err]).toEqual([2, expect.stringContaining('huts.zip is a file of data')]);
  },
  WITHIN_MS,
);

it(
  'stores what comes before a fault of the file, if that is asked for',
  async () => {
    const { code, out } = await beside(
      ...['import', file('cut.gpx'), '--new-space', 'Cut', '--keep-broken', '--json'],
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      imported: 1,
      end: 'broken',
      reason: { code: 'unreadable-file' },
    });
  },
  WITHIN_MS,
);
