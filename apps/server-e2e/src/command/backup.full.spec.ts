import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { Receiver } from '../support/receiver.js';
import { start } from '../support/started-servers.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-backup-'));
});

const receivers: Receiver[] = [];

afterEach(async () => {
  for (const receiver of receivers.splice(0)) receiver.close();
  await rm(root, { recursive: true });
});

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

  it('restore a copy that sends no webhooks until it takes the place of its original', async () => {
    const receiver = await Receiver.start();
    receivers.push(receiver);
    receiver.answer = (response) => response.writeHead(503).end();
    const settings = { CAIRN_ALLOWED_ADDRESSES: '127.0.0.1' };
    const original = await start({ dataDir: join(root, 'data'), env: settings });
    const { id: webhook } = await original.json<{ readonly id: string }>('POST', '/api/webhooks', {
      url: receiver.url,
      events: ['album.*'],
    });
    await original.json('POST', '/api/albums', { title: 'of the original' });
    await receiver.until((received) => received.length === 1);
    const folder = join(root, 'backups');
    await cairn(['backup', folder], { CAIRN_DATA_DIR: join(root, 'data') });
    await original.dispose();
    const arrived = receiver.received.length;
    const elsewhere = { CAIRN_DATA_DIR: join(root, 'copy') };
    const restored = await cairn(['restore', folder], elsewhere);
    expect([restored.code, restored.err]).toEqual([0, expect.stringContaining('cairn promote')]);
    const copy = await start({ dataDir: join(root, 'copy'), key: original.key, env: settings });
    expect(copy.output()).toContain('this is a restored copy');
    await copy.json('POST', '/api/albums', { title: 'of the copy' });
    const pending = `/api/webhooks/${webhook}/deliveries?state=pending`;
    await until(
      'the message of the copy waits',
      async () =>
        (await copy.json<{ readonly deliveries: readonly unknown[] }>('GET', pending)).deliveries.length ===
        2,
    );
    const ran = async (): Promise<number> => {
      const jobs = await copy.json<readonly { readonly name: string; readonly endedAt: string }[]>(
        'GET',
        '/api/jobs',
      );
      return Date.parse(jobs.find(({ name }) => name === 'deliver-webhooks')?.endedAt ?? '');
    };
    const before = await ran();
    await until('the job has run', async () => (await ran()) > before);
    const test = await copy.fetch(`/api/webhooks/${webhook}/test`, { method: 'POST' });
    expect([test.status, receiver.received.length]).toEqual([409, arrived]);
    expect(await copy.json('GET', '/readyz')).toMatchObject({
      status: 'ok',
      copy: { restoredAt: expect.any(String) },
    });
    receiver.answer = (response) => response.writeHead(204).end();
    const over = ['--url', copy.address];
    const promoted = await cairn(['promote', ...over, '--json'], { CAIRN_KEY: copy.key });
    expect([promoted.code, promoted.records()]).toEqual([0, [{ promoted: true }]]);
    await receiver.until((received) => received.length === arrived + 2);
    expect(await copy.json('GET', '/readyz')).not.toHaveProperty('copy');
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
