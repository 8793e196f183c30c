import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileImportReport, FilePreview } from '@cairn/api-schema';
import { type CairnClient, createClient } from '@cairn/client';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cairn, type CommandResult } from '../support/cairn-command.js';
import { PLACES, type RecordedFile, writeRecordedFiles } from './recorded-files.js';

/** By file: its format, its reference system, and what stands for the name of a place in it. */
const whole: Readonly<Record<string, readonly [format: string, crs: string, property: string]>> = {
  'huts.zip': ['shapefile', 'EPSG:2056', 'name'],
  'huts.gpkg': ['gpkg', 'EPSG:25832', 'name'],
  'huts.fgb': ['fgb', 'EPSG:2154', 'name'],
  'huts.kml': ['kml', 'EPSG:4326', 'name'],
  'huts.kmz': ['kml', 'EPSG:4326', 'name'],
  'huts.gpx': ['gpx', 'EPSG:4326', 'name'],
  'huts.xlsx': ['xlsx', 'EPSG:4326', 'name'],
  'huts.csv': ['csv', 'EPSG:4326', 'name'],
  'projected.geojson': ['geojson', 'EPSG:3067', 'name'],
  'faults.csv': ['csv', 'EPSG:4326', 'nom'],
  'utf16.tsv': ['csv', 'EPSG:4326', 'name'],
  'topology.topojson': ['topojson', 'EPSG:4326', 'name'],
};
/**
 * Those that are sent in every way: with layers in an archive, with a database, with faults, and with a type of its own. The client
 * and the command send bytes and a name, whatever they are, and give what they are told.
 */
const everyWay = ['huts.zip', 'huts.gpkg', 'faults.csv', 'topology.topojson'];
/** By file: the code of the error. */
const refused: Readonly<Record<string, string>> = {
  'cut.zip': 'unreadable-file',
  'cut.fgb': 'unreadable-file',
  'cut.gpx': 'unreadable-file',
  'unknown-crs.csv': 'unknown-crs',
};
/** Ten centimetres, in degrees of latitude. */
const DECIMALS = 6;
/** A command takes a second or two to start, on a busy machine five times as long. */
const WITHIN_MS = 120_000;

/** A feature without what every import makes anew. */
interface Stored {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, unknown>>;
}

describe('a file has the same answers by the API, the client of the page, and the command', () => {
  let server: ServerProcess;
  let client: CairnClient;
  let folder: string;
  let files: ReadonlyMap<string, RecordedFile>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-files-'));
    files = await writeRecordedFiles(folder);
    server = await ServerProcess.start();
    client = createClient({ baseUrl: server.address, key: server.key });
  });
  afterAll(async () => {
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const fileOf = (name: string): RecordedFile => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`${name} was not recorded.`);
    return file;
  };
  const newSpace = async (): Promise<string> =>
    (await server.json<{ id: string }>('POST', '/hub/spaces', { title: 'Files' })).id;
  const byApi = async ({ name, bytes }: RecordedFile, query: string, id?: string): Promise<Response> =>
    await server.fetch(`/hub/spaces/${id ?? (await newSpace())}/import?name=${name}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    });
  const byCommand = async ({ path }: RecordedFile, ...options: readonly string[]): Promise<CommandResult> =>
    await cairn(['import', path, '--json', '--url', server.address, ...options], { CAIRN_KEY: server.key });
  const withoutSpace = (result: CommandResult): unknown => {
    const [{ spaceId: _, ...report } = { spaceId: '' }] = result.records<{ spaceId: string }>();
    return report;
  };
  const storedIn = async (id: string, { hasIds } = { hasIds: false }): Promise<readonly object[]> => {
    const text = await server.request('GET', `/hub/spaces/${id}/export?f=ndjson`);
    const features = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Stored); // as the server writes them
    return features
      .map(({ id: own, geometry, properties }) => {
        const { ['@ns:com:here:xyz']: _, ...rest } = properties;
        return { ...(hasIds && { id: own }), geometry, properties: rest };
      })
      .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  };

  const importedByApi = async (name: string, id: string): Promise<FileImportReport> => {
    const [format, crs] = whole[name] ?? [];
    const report = (await (await byApi(fileOf(name), '', id)).json()) as FileImportReport; // as the API says
    expect(report).toMatchObject({
      type: 'FileImport',
      end: 'complete',
      imported: PLACES.length,
      format,
      crs,
    });
    return report;
  };

  it.each(Object.entries(whole))(
    '%s has the same features as the others',
    async (name, [format, crs, property]) => {
      const preview = (await (await byApi(fileOf(name), '&preview=true')).json()) as FilePreview; // as the API says
      expect(preview).toMatchObject({ type: 'FilePreview', format, crs });
      expect(preview.features.length).toBeGreaterThanOrEqual(PLACES.length);
      const id = await newSpace();
      await importedByApi(name, id);
      const found = (await storedIn(id)) as readonly Stored[]; // of the files above, all are points
      for (const [title, longitude, latitude] of PLACES) {
        const one = found.find(({ properties }) => properties[property] === title);
        expect(one?.geometry.coordinates[0]).toBeCloseTo(longitude, DECIMALS);
        expect(one?.geometry.coordinates[1]).toBeCloseTo(latitude, DECIMALS);
      }
    },
    WITHIN_MS,
  );

  it.each(everyWay)(
    '%s is previewed alike',
    async (name) => {
      const file = fileOf(name);
      const api: unknown = await (await byApi(file, '&preview=true')).json();
      expect(await client.features.previewFile(await newSpace(), file.bytes, { name })).toEqual(api);
      const command = await byCommand(file, '--space', await newSpace(), '--preview');
      expect([command.code, command.records()]).toEqual([0, [api]]);
    },
    WITHIN_MS,
  );

  it.each(everyWay)(
    '%s is imported alike, first as a trial',
    async (name) => {
      const file = fileOf(name);
      const [first, second, third] = [await newSpace(), await newSpace(), await newSpace()];
      const trial = (await (await byApi(file, '&dryRun=true', first)).json()) as FileImportReport; // as the API says
      expect(trial).toMatchObject({ dryRun: true, imported: PLACES.length });
      expect(await storedIn(first)).toEqual([]);
      const tried = await byCommand(file, '--space', second, '--dry-run');
      expect(withoutSpace(tried)).toEqual(trial);
      expect(await client.features.importFile(third, file.bytes, { name, dryRun: true })).toEqual(trial);

      const api = await importedByApi(name, first);
      const command = await byCommand(file, '--space', second);
      expect([command.code, withoutSpace(command)]).toEqual([api.failed === 0 ? 0 : 1, api]);
      expect(await client.features.importFile(third, file.bytes, { name })).toEqual(api);

      const shown = { hasIds: api.content.id !== undefined };
      const stored = await storedIn(first, shown);
      expect(await storedIn(second, shown)).toEqual(stored);
      expect(await storedIn(third, shown)).toEqual(stored);
    },
    WITHIN_MS,
  );

  it.each(Object.entries(refused))(
    '%s is refused alike, and nothing of it is left',
    async (name, code) => {
      const file = fileOf(name);
      const before = await server.request('GET', '/hub/spaces?limit=1000');
      const id = await newSpace();
      const answer = await byApi(file, '', id);
      const { errorMessage, errorDetails } = (await answer.json()) as {
        errorMessage: string;
        errorDetails: { code: string };
      };
      expect([answer.status, errorDetails.code]).toEqual([400, code]);
      const sent = client.features.importFile(id, file.bytes, { name });
      await expect(sent).rejects.toMatchObject({ code, detail: errorMessage });
      const command = await byCommand(file, '--space', id);
      expect([command.code, command.out]).toEqual([1, '']);
      expect(JSON.parse(command.err)).toEqual({ error: expect.stringContaining(errorMessage) });
      expect(await storedIn(id)).toEqual([]);
      await server.request('DELETE', `/hub/spaces/${id}`);
      const intoNew = await byCommand(file, '--new-space', 'Refused');
      expect(intoNew.code).toBe(1);
      expect(await server.request('GET', '/hub/spaces?limit=1000')).toBe(before);
    },
    WITHIN_MS,
  );

  it(
    'and without a server, on the stores themselves',
    async () => {
      const env = { CAIRN_DATA_DIR: server.dataDir };
      const expected = new Map<string, unknown>();
      for (const name of everyWay) expected.set(name, await (await byApi(fileOf(name), '')).json());
      await server.end('SIGTERM');
      for (const [name, report] of expected) {
        const { path } = fileOf(name);
        const result = await cairn(['import', path, '--json', '--new-space', name], env);
        expect(withoutSpace(result)).toEqual(report);
      }
    },
    WITHIN_MS,
  );
});
