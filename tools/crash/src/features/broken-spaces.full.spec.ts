import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, Random, ServerProcess, UNLIMITED } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeDatabase,
  copyDatabase,
  damagedCopy,
  restoreDatabase,
  type Breakages,
  type Damage,
} from '../data-dir.spec.kit.js';
import { BatchWriter } from './batches.js';
import { checkSpaces, WRITES } from './feature-crash.js';
import { SpaceClient } from './space.js';
import { WriteLedger, Writer } from './writer.js';

const TIMEOUT_MS = 60_000;
const BATCHES = `(SELECT key FROM space_content WHERE space_id = 'batches')`;
const LAST = 'SELECT max(id) AS id FROM feature_box';

const changing =
  (statements: string): Damage =>
  (dataDir) =>
    changeDatabase(dataDir, statements);

const breakages: Breakages = {
  'a database that forgets what it was told since its start': [
    /^version \d+ of .* is not in/,
    restoreDatabase,
  ],
  'a batch of which one feature is not stored': [
    /^torn: |^lost: /,
    changing(
      `DELETE FROM feature WHERE number = (SELECT max(number) FROM feature WHERE content IN ${BATCHES})`,
    ),
  ],
  'a write that another version replaced without a trace of it': [
    /^lost: |has version/,
    changing(
      `UPDATE feature SET version = version - 1 WHERE content IN (SELECT key FROM space_content WHERE space_id = '${WRITES}')`,
    ),
  ],
  'a version that nobody was told of': [
    /versions are unknown|have gaps/,
    changing('UPDATE space_content SET version = version + 100'),
  ],
  'a feature that the index does not have': [
    /index entry/,
    changing(`CREATE TEMP TABLE gone AS ${LAST}; DELETE FROM feature_box WHERE id = (SELECT id FROM gone)`),
  ],
  'a total that counts one feature too many': [
    /are counted/,
    changing('UPDATE space_content SET total = total + 1'),
  ],
};

describe('the check of spaces', () => {
  const [key, ledger, random, env] = [newKey(), new WriteLedger(), new Random(1), UNLIMITED];
  let folder: string;
  let batches: BatchWriter;

  /** What the check says of a damaged copy of the data. */
  async function faultsAfter(damage: Damage): Promise<readonly string[]> {
    const dataDir = await damagedCopy(join(folder, 'intact'), damage);
    const server = await ServerProcess.start({ dataDir, key, env });
    return (await checkSpaces(server, ledger, batches).finally(() => server.end('SIGTERM'))).faults;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-broken-'));
    const server = await ServerProcess.start({ dataDir: join(folder, 'intact'), key, env });
    const space = new SpaceClient(server, WRITES);
    batches = new BatchWriter(new SpaceClient(server, 'batches'), random);
    for (const each of [space, batches.space]) await each.create();
    await copyDatabase(server.dataDir);
    const writers = ['w0', 'w1'].map((name) => new Writer(space, { name, ledger, random }));
    for (let count = 0; count < 20; count += 1)
      expect(await Promise.all(writers.map((writer) => writer.next()))).toEqual([undefined, undefined]);
    expect([await batches.write(), await batches.import()]).toEqual([undefined, undefined]);
    await server.end('SIGTERM');
  }, TIMEOUT_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('finds nothing wrong with intact data', async () => {
    expect(await faultsAfter(async () => undefined)).toEqual([]);
  });

  it.each(Object.entries(breakages))('detects %s', async (_, [noticed, damage]) => {
    expect(await faultsAfter(damage)).toContainEqual(expect.stringMatching(noticed));
  });
});
