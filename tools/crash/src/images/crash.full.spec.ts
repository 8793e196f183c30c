import { mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, ServerProcess, UNLIMITED } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blobsOf, databaseOf } from '../data-dir.js';
import {
  changeDatabase,
  copyDatabase,
  damagedCopy,
  restoreDatabase,
  type Breakages,
  type Damage,
} from '../data-dir.spec.kit.js';
import { totalsOf } from '../kills.js';
import { auditFolder } from './audit.js';
import { crashImages } from './crash.js';
import { NoiseImage } from './noise-image.js';
import { Reopening } from './reopening.js';
import { FOR_GOOD, ImageRequests, Ledger } from './requests.js';

const KILLS = 2;
const TIMEOUT_MS = 120_000;

describe('a server killed at work', () => {
  it(
    `keeps every promise through ${KILLS} kills`,
    async () => {
      const seed = Date.now() % 1_000_000_000;
      const cycles = await crashImages({ kills: KILLS, seed });
      process.stdout.write(`\nKilled ${cycles.length} times, seed ${seed}\n${totalsOf(cycles)}\n`);
      expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
      expect(cycles).toHaveLength(KILLS);
      expect(cycles.some(({ counts }) => (counts['uploads acknowledged'] ?? 0) > 0)).toBe(true);
    },
    TIMEOUT_MS,
  );
});

const breakages: Breakages = {
  'a database that forgets what it was told since its start': [
    /^the record of stored .* answers 404$/,
    restoreDatabase,
  ],
  'a disk that kept the first half of each image': [
    /^the file of stored .* (?:has other bytes|answers [05])/,
    async (dataDir) => {
      for (const entry of await readdir(blobsOf(dataDir), { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (entry.isFile() && !entry.name.endsWith('.json'))
          await truncate(file, Math.floor((await stat(file)).size / 2));
      }
    },
  ],
  'a quota that counts one image too many': [
    /^the quota counts/,
    (dataDir) => changeDatabase(dataDir, 'UPDATE catalog SET image_count = image_count + 1'),
  ],
  'a file that nothing refers to and no sweep removes': [
    /files on the disk/,
    (dataDir) => writeFile(join(blobsOf(dataDir), 'stray.tmp'), 'left behind'),
  ],
  'a page of the database with other bytes': [
    /SQLite finds its file damaged|ended with|answers 5|malformed/,
    async (dataDir) => {
      await changeDatabase(dataDir, 'CREATE TABLE damaged AS SELECT * FROM image');
      const handle = await open(databaseOf(dataDir), 'r+');
      const { size } = await handle.stat();
      await handle.write(Buffer.alloc(512, 0x5a), 0, 512, size - 4_096);
      await handle.close();
    },
  ],
};

describe('the check after a kill', () => {
  const [key, ledger, env] = [newKey(), new Ledger(), { ...UNLIMITED, ...FOR_GOOD }];
  let folder: string;

  /** What the check says of a damaged copy of the data. */
  async function faultsAfter(damage: Damage): Promise<readonly string[]> {
    const dataDir = await damagedCopy(join(folder, 'intact'), damage);
    try {
      const server = await ServerProcess.start({ dataDir, key, env });
      const reopened = await new Reopening(server, ledger).check().finally(() => server.end('SIGTERM'));
      return [...reopened.faults, ...(await auditFolder(dataDir, ledger)).faults];
    } catch (error) {
      return [String(error)];
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-broken-'));
    const server = await ServerProcess.start({ dataDir: join(folder, 'intact'), key, env });
    await copyDatabase(server.dataDir);
    const requests = new ImageRequests(server, ledger);
    for (const side of [32, 100, 590]) await requests.upload(NoiseImage.ofSide(side));
    for (const image of ledger.in('stored').slice(0, 1)) await requests.delete(image);
    await requests.upload(NoiseImage.ofSide(32), { isHidden: true });
    for (const image of ledger.in('stored').slice(-1)) await requests.copy(image);
    await server.end('SIGTERM');
  }, TIMEOUT_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('finds nothing wrong with intact data', async () => {
    expect(await faultsAfter(async () => undefined)).toEqual([]);
    expect([ledger.in('stored').length, ledger.in('deleted').length]).toEqual([4, 1]);
  });

  it.each(Object.entries(breakages))('detects %s', async (_, [noticed, damage]) => {
    expect(await faultsAfter(damage)).toContainEqual(expect.stringMatching(noticed));
  });

  it(
    'detects a server that answers before the file of an image has its name',
    async () => {
      // The compiled file: the server that loads it runs without a compiler.
      const earlyAnswers = new URL('../../dist/images/early-answers.js', import.meta.url);
      const killedEnv = { NODE_OPTIONS: `--import=${earlyAnswers.href}` };
      // The first kill shows it, unless it came before the first answer.
      const cycles = await crashImages({ kills: 8, seed: 1, killedEnv });
      const noticed = /^the file of stored .* answers 500$|rows have no blob$/;
      expect(cycles.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(noticed));
    },
    TIMEOUT_MS,
  );
});
