import { fixtures } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { start } from '../support/started-servers.js';

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
