import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
    expect((await run('accounts', 'list')).map(({ name }) => name)).toEqual(['First account', 'Ann']);
    const [key] = await run('keys', 'create', ann?.id ?? '', '--name', '007', '--scopes', 'images:read');
    expect(key).toMatchObject({ name: '007', account: ann?.id, key: expect.stringMatching(/^cairn_/) });
    expect(await run('keys', 'list')).toHaveLength(2);
    expect(await run('keys', 'revoke', key?.id ?? '')).toMatchObject([{ revoked: expect.any(String) }]);
    expect((await run('jobs', 'list')).length).toBeGreaterThan(3);
    const refused = await cairn(['jobs', 'retry', 'nothing', ...through], env);
    expect(refused).toMatchObject({
      code: 1,
      err: 'cairn: No job has this name. There is nothing to retry.\n',
    });
  });
});

describe('the command beside a server on SQLite', () => {
  it('says which process has the file open, and what helps', async () => {
    const server = await start();
    const { code, err } = await cairn(['keys', 'list'], { CAIRN_DATA_DIR: server.dataDir });
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^cairn: .*process ${server.pid} on .*--url http.*\n$`));
  });

  it('sweeps once the server has ended', async () => {
    const server = await start();
    await server.upload({ bytes: fixtures.webp.bytes });
    await server.end('SIGTERM');
    const swept = await cairn(['sweep', '--json'], { CAIRN_DATA_DIR: server.dataDir });
    expect([swept.code, swept.records()]).toEqual([
      0,
      [expect.objectContaining({ outcome: 'completed', blobs: 1, orphans: 0 })],
    ]);
  });
});
