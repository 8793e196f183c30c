import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { start } from '../support/started-servers.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-backup-'));
});

afterEach(() => rm(root, { recursive: true }));

// Servers and commands are processes, which take a second each.
describe('backups', () => {
  it('are made beside a server, restored elsewhere and proven equal', async () => {
    const running = await start({ dataDir: join(root, 'data') });
    const { id } = await running.upload({ bytes: fixtures.png.bytes });
    const folder = join(root, 'backups');
    const env = { CAIRN_DATA_DIR: join(root, 'data') };
    const backup = await cairn(['backup', folder, '--json'], env);
    expect([backup.code, backup.records()]).toEqual([
      0,
      [expect.objectContaining({ blobs: 1, copied: 1, removed: 0, faults: [] })],
    ]);
    const elsewhere = { CAIRN_DATA_DIR: join(root, 'restored') };
    const restored = await cairn(['restore', folder, '--verify', '--json'], elsewhere);
    expect(restored.records().at(-1)).toEqual({ verified: true, differences: [], findings: [] });
    expect(restored.code).toBe(0);
    const again = await cairn(['restore', folder], elsewhere);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not empty')]);
    const other = await start({ dataDir: join(root, 'restored'), key: running.key });
    const image = await other.json('GET', `/api/images/${id}`);
    expect(image).toMatchObject({ id });
    const checked = await cairn(['fsck', '--hashes'], env);
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('0 findings')]);
    const repair = await cairn(['fsck', '--repair'], env);
    expect([repair.code, repair.err]).toEqual([1, expect.stringContaining('is in use')]);
  });

  it('are made by the server itself, which tells of them, and is ready without them', async () => {
    const folder = join(root, 'scheduled');
    const running = await start({ env: { CAIRN_BACKUP_DIR: folder } });
    const readiness = async (): Promise<{ readonly backup?: { readonly latest: string | null } }> =>
      await running.json('GET', '/readyz');
    await until('a backup is told of', async () => typeof (await readiness()).backup?.latest === 'string');
    expect(await readiness()).toMatchObject({ status: 'ok', backup: { state: 'ok' } });
    const jobs = await running.json<readonly { readonly name: string }[]>('GET', '/api/jobs');
    expect(jobs.find(({ name }) => name === 'back-up')).toMatchObject({ outcome: 'succeeded', error: null });
    expect((await cairn(['restore', folder, '--verify-only'], {})).code).toBe(0);
  });
});
