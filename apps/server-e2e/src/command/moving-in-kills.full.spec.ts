import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlbumRecord, ImagePage } from '@cairn/api-schema';
import { NodeProcess, UNLIMITED } from '@cairn/harness';
import { expect, it } from '@jest/globals';
import { cairn, program } from '../support/cairn-command.js';
import { photo, writeAll } from '../support/photos.js';
import { start } from '../support/started-servers.js';

const FILES = Number(process.env['IMPORT_FILES'] ?? 300);

/** Four imports, of which each file is decoded and synced: half a minute. */
it(`an import of ${FILES} files that is killed twice has all of them once in the end`, async () => {
  const [folder, dataDir] = [
    await mkdtemp(join(tmpdir(), 'cairn-photos-')),
    await mkdtemp(join(tmpdir(), 'cairn-data-')),
  ];
  try {
    const named = (index: number): [string, Uint8Array] => [`${index % 7}/p${index}.gif`, photo(index)];
    await writeAll(folder, Object.fromEntries(Array.from({ length: FILES }, (_, index) => named(index))));
    const { key } = await start({ dataDir }).then(async (server) => {
      await server.end('SIGTERM');
      return server;
    });
    for (const after of [FILES / 5, (FILES * 3) / 10]) {
      const importing = NodeProcess.start({
        args: [program, 'import', folder, '--json'],
        env: { CAIRN_DATA_DIR: dataDir },
      });
      await importing.waitFor(new RegExp(`^(?:.*"outcome":"added".*\\n){${after}}()`, 'm'), 120_000);
      expect(await importing.end('SIGKILL')).toBeNull();
    }
    const last = await cairn(['import', folder, '--json'], { CAIRN_DATA_DIR: dataDir });
    const {
      added = 0,
      there = 0,
      refused,
    } = last.records<{ summary?: Record<string, number> }>().at(-1)?.summary ?? {};
    expect({ total: added + there, refused, code: last.code, isResumed: there >= FILES / 2 }).toEqual({
      total: FILES,
      refused: 0,
      code: 0,
      isResumed: true,
    });
    const again = await cairn(['import', folder, '--json'], { CAIRN_DATA_DIR: dataDir });
    expect(again.records<{ summary?: object }>().at(-1)?.summary).toMatchObject({ added: 0, there: FILES });
    const server = await start({ dataDir, key });
    const page = await server.json<ImagePage>('GET', '/api/images?limit=1000&include=file');
    const names = page.images.map(({ path, file }) => `${path}/${file?.name}`);
    expect(new Set(names)).toEqual(new Set(Array.from({ length: FILES }, (_, index) => named(index)[0])));
    expect([names.length, page.nextCursor]).toEqual([FILES, undefined]);
    expect(await server.json('GET', '/api/quota')).toMatchObject({ imageCount: FILES });
  } finally {
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
  }
}, 600_000);

/** More images than one request placed once: they are uploaded by HTTP, which takes a minute. */
it('an album that an import over HTTP was killed at is whole after the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-export-'));
  const server = await start({ env: UNLIMITED });
  let making: () => void = () => undefined;
  const isMaking = new Promise<void>((resolve) => (making = resolve));
  /** Passes all on to the server but the making of an album, which is not answered. */
  const proxy = createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (method === 'POST' && url === '/api/albums') return making();
    const passed = send(server.address + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    return void request.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const ids = Array.from({ length: 1_001 }, (_, index) => `image${index}`);
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
    const files: Record<string, Uint8Array | string> = { 'cairn-export.json': '{"cairn":1,"kind":"export"}' };
    for (const [index, id] of ids.entries()) {
      const [bytes, fileName] = [photo(index), `${id}.gif`];
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const record = { cairn: 1, id, path: '', fileName, tags: [], visibility: 'public', sha256, ...times };
      files[`images/${fileName}`] = bytes;
      files[`images/${fileName}.json`] = JSON.stringify(record);
    }
    const album = { id: 'album1', title: 'Trip', description: 'All', order: 'manual', images: ids, ...times };
    await writeAll(folder, { ...files, 'albums.ndjson': `${JSON.stringify(album)}\n` });
    const { port } = proxy.address() as AddressInfo; // of a TCP server
    const importing = NodeProcess.start({
      args: [program, 'import', folder, '--url', `http://127.0.0.1:${port}`, '--at-once', '8'],
      env: { CAIRN_KEY: server.key },
    });
    await isMaking;
    await importing.end('SIGKILL');
    const env = { CAIRN_KEY: server.key };
    const again = await cairn(['import', folder, '--url', server.address, '--json'], env);
    expect(again.records().at(-1)).toMatchObject({ summary: { added: 0, there: 1_001, albums: 1 } });
    const { albums } = await server.json<{ readonly albums: readonly AlbumRecord[] }>('GET', '/api/albums');
    expect(albums).toMatchObject([{ title: 'Trip', description: 'All', imageCount: 1_001 }]);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    await rm(folder, { recursive: true });
  }
}, 600_000);
