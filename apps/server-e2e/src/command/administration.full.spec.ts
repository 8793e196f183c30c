import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShareXUploader } from '@cairn/api-schema';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setUp } from '../support/browser.js';
import { cairn } from '../support/cairn-command.js';
import { start } from '../support/started-servers.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly images: number;
  readonly quota: number;
  readonly account: string;
  readonly key: string;
  readonly revoked: string | null;
}

/** Each call starts a process, which takes half a second. */
describe.each(['the stores', 'a server'])('the command on %s', (where) => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-command-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('administers accounts and keys', async () => {
    const server = await start({ dataDir: folder });
    const { user } = await (
      await setUp(server)
    ).get<{ readonly user: { readonly id: string } }>('/api/session');
    if (where === 'the stores') await server.end('SIGTERM');
    const env = { CAIRN_DATA_DIR: folder, CAIRN_KEY: server.key };
    const through = where === 'the stores' ? [] : ['--url', server.address];
    const run = async (...args: string[]) => {
      const result = await cairn([...args, '--json', ...through], env);
      expect(result).toMatchObject({ code: 0, err: '' });
      return result.records<Row>();
    };
    const [ann] = await run('accounts', 'create', 'Ann', '--quota', '5');
    expect(ann).toMatchObject({ name: 'Ann', images: 0, quota: 5 });
    expect(await run('accounts', 'quota', ann?.id ?? '', 'default')).toMatchObject([{ quota: 10_000 }]);
    expect((await run('accounts', 'list')).map(({ name }) => name)).toEqual(['Ada', 'Ann']);
    const [key] = await run('keys', 'create', ann?.id ?? '', '--name', '007', '--scopes', 'images:read');
    expect(key).toMatchObject({ name: '007', account: ann?.id, key: expect.stringMatching(/^cairn_/) });
    expect(await run('keys', 'list')).toHaveLength(2);
    expect(await run('keys', 'revoke', key?.id ?? '')).toMatchObject([{ revoked: expect.any(String) }]);
    expect(await run('users', 'list')).toEqual([
      expect.objectContaining({ id: user.id, name: 'Ada', role: 'owner' }),
    ]);
    for (const named of ['ada', user.id]) {
      const [link] = await run('users', 'reset-password', named);
      expect(link).toMatchObject({
        user: 'Ada',
        url: expect.stringMatching(/^http.*\/reset-password#\w{43}$/),
      });
    }
    const nobody = await cairn(['users', 'reset-password', 'Eve', ...through], env);
    expect([nobody.code, nobody.err]).toEqual([1, 'cairn: There is no user with the name “Eve”.\n']);
    expect((await run('jobs', 'list')).length).toBeGreaterThan(3);
    const refused = await cairn(['jobs', 'retry', 'nothing', ...through], env);
    expect(refused).toMatchObject({
      code: 1,
      err: 'cairn: No job has this name. There is nothing to retry.\n',
    });
  });

  it('makes, lists and deletes upload tokens, and writes what ShareX opens', async () => {
    const dataDir = join(folder, 'tokens');
    const server = await start({ dataDir });
    if (where === 'the stores') await server.end('SIGTERM');
    const env = { CAIRN_DATA_DIR: dataDir, CAIRN_BASE_URL: server.address, CAIRN_KEY: server.key };
    const through = where === 'the stores' ? [] : ['--url', server.address];
    const tokens = async (...args: string[]) => await cairn(['tokens', ...args, '--json', ...through], env);
    const file = join(folder, 'cairn.sxcu');
    const limits = ['--max-files', '2', '--max-file-bytes', '5000000', '--days', '1'];
    const create = ['create', '--path', 'shots', '--tags', 'a,b', '--sharex', file, ...limits];
    const [made] = (await tokens(...create)).records<Row & { readonly token: string }>();
    const { token = '', ...row } = made ?? {};
    const shown = { path: 'shots', tags: 'a,b', maxFiles: 2, maxFileBytes: 5_000_000, filesUsed: 0 };
    expect(row).toMatchObject(shown);
    const sharex = JSON.parse(await readFile(file, 'utf8')) as ShareXUploader;
    expect([sharex.RequestURL, sharex.Headers, (await stat(file)).mode & 0o777]).toEqual([
      `${server.address}/api/upload?as=sharex`,
      { Authorization: `Bearer ${token}` },
      0o600,
    ]);
    // Nothing is made where there is a file already, nor a file where nothing can be made.
    expect(await tokens(...create)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is there already/),
    });
    const other = join(folder, 'other.sxcu');
    const refused = await tokens('create', '--path', '../up', '--sharex', other);
    expect(refused).toMatchObject({ code: expect.any(Number), err: expect.stringMatching(/`\.\.`/) });
    await expect(stat(other)).rejects.toThrow('ENOENT');
    expect((await tokens('list')).records()).toEqual([row]);
    if (where === 'a server') {
      const body = new FormData();
      body.set(sharex.FileFormName, new Blob([Uint8Array.from(fixtures.png.bytes)]), 'shot.png');
      const uploaded = await fetch(sharex.RequestURL, { method: 'POST', headers: sharex.Headers, body });
      expect(await uploaded.json()).toEqual({ url: `${server.address}/cdn/shots/shot.png` });
    }
    expect(await tokens('delete', made?.id ?? '')).toMatchObject({ code: 0, err: '' });
    expect((await tokens('list')).records()).toEqual([]);
    expect(await tokens('delete', made?.id ?? '')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/There is no upload token with this id/),
    });
  });
});
