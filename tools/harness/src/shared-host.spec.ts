import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ServerProcess } from './server-process.js';

describe('servers that share a process', () => {
  it('have keys, records and folders of their own, and stop alone', async () => {
    const [one, other] = await Promise.all([ServerProcess.inMemory(), ServerProcess.inMemory()]);
    await one.json('POST', '/hub/spaces', { id: 'there', title: 'There' });
    const statusOf = async (server: ServerProcess, key: string) =>
      (await server.fetch('/hub/spaces/there', { key })).status;
    expect([await statusOf(one, one.key), await statusOf(other, other.key)]).toEqual([200, 404]);
    expect(await statusOf(other, one.key)).toBe(401);
    expect(other.setupToken).not.toBe(one.setupToken);
    await one.dispose();
    expect([existsSync(one.dataDir), existsSync(other.dataDir)]).toEqual([false, true]);
    await expect(one.fetch('/livez')).rejects.toThrow('fetch failed');
    expect((await other.fetch('/livez')).status).toBe(200);
    await other.dispose();
  });

  it('have no output of their own, and say so', async () => {
    const server = await ServerProcess.inMemory();
    expect(() => server.output()).toThrow('no output of its own');
    expect(() => server.pid).toThrow('no identifier of its own');
    await expect(server.end('SIGKILL')).rejects.toThrow('no SIGKILL of its own');
    await server.dispose();
  });

  it('are not started with settings that are wrong, which are named', async () => {
    await expect(ServerProcess.inMemory({ CAIRN_IMAGE_QUOTA: 'many' })).rejects.toThrow('CAIRN_IMAGE_QUOTA');
  });
});
