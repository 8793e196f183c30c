import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cairn, type CommandResult } from '../support/cairn-command.js';

const WITHIN_MS = 120_000;

let server: ServerProcess;
let folder: string;
let map: string;
beforeAll(async () => {
  server = await ServerProcess.start();
  folder = await mkdtemp(join(tmpdir(), 'cairn-map-'));
  await server.json('POST', '/hub/spaces', { id: 'huts', title: 'Huts' });
  await server.json('POST', '/hub/spaces/huts/features', {
    type: 'Feature',
    properties: { name: 'Lower hut' },
    geometry: { type: 'Point', coordinates: [8.5, 47.25] },
  });
  const style = { color: { by: 'one', color: '#2a6f97' }, label: { property: 'name' } };
  const layers = [{ title: 'Huts', space: 'huts', style }];
  map = (await server.json<{ id: string }>('POST', '/api/maps', { title: 'Huts', layers })).id;
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

const exported = async (id: string, to: string, ...more: readonly string[]): Promise<CommandResult> =>
  await cairn(['export', 'map', id, '--to', to, ...more], { CAIRN_KEY: server.key });

it(
  'a map becomes a folder, again and again, but no other folder',
  async () => {
    const to = join(folder, 'huts');
    const beside = ['--url', server.address, '--json'];
    for (let times = 0; times < 2; times += 1) {
      const written = await exported(map, to, ...beside);
      expect([written.code, written.records()]).toEqual([
        0,
        [expect.objectContaining({ map, folder: to, removed: 0 })],
      ]);
    }
    expect(await readdir(join(to, 'layers'))).toEqual(['1-huts.geojson', '1-huts.pmtiles']);
    expect(await readFile(join(to, 'layers/1-huts.geojson'), 'utf8')).toContain('Lower hut');
    await writeFile(join(to, 'diary.txt'), 'mine');
    expect(await exported(map, to, ...beside)).toMatchObject({
      code: 2,
      err: expect.stringContaining('diary.txt'),
    });
    expect(await exported('none', join(folder, 'none'), ...beside)).toMatchObject({ code: 1 });
    expect(await readdir(folder)).toEqual(['huts']);
    expect(await exported(map, to)).toMatchObject({ code: 2, err: expect.stringContaining('--url') });
  },
  WITHIN_MS,
);
