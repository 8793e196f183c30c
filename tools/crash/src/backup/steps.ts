import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@cairn/harness';
import Sqlite from 'sqlite-driver';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import { Command } from './command.js';
import type { MovedIn } from './moved-in.js';
import { onStores, storesOf } from './on-stores.js';
import { killEach, type Rounds, type Site } from './site.js';

/** Few, as very many orphans mean a wrong database, and are left. */
const ORPHANS = 4;
const SET_ASIDE = 20;

const rows = [
  'UPDATE catalog SET image_count = image_count + 1, bytes = bytes + 1',
  `DELETE FROM image_term WHERE term LIKE 'w:%'`,
  `UPDATE image_count SET count = count + 1 WHERE kind = 'folder'`,
  'DELETE FROM feature_box WHERE id % 11 = 0',
];

const IMPORTED = 48;
const EXPIRED = 40;
const LONG_AGO_MS = 30 * 24 * 60 * 60 * 1000;
/** A repair moves no more than 100 blobs that no image needs. A killed import leaves up to four. */
const REPAIRED_AFTER = 10;

/** Kills repairs. The stores are damaged before each, so that it has something to do; some of it is left to the next step. */
export async function killRepairs(site: Site, rounds: Rounds): Promise<void> {
  let round = 0;
  await killEach(rounds, 'repair', async () => {
    round += 1;
    const damages = await damageStores(site.env, String(rounds.random.below(1e9)));
    const { code } = await site.command.kill(['fsck', '--repair', '--grace', '0']);
    const faults = round % REPAIRED_AFTER === 0 ? await repaired(site) : [];
    return { code, counts: { damages }, faults };
  });
}

/**
 * Kills imports of one folder that grows. What an import has told of must be there from then on, once. Repairs all in the
 * end.
 */
export async function killImports(site: Site, files: MovedIn, rounds: Rounds): Promise<void> {
  // One by one, so that a kill comes in between also where many processes wait for a processor.
  const args = ['import', files.folder, '--path', files.path, '--json', '--at-once', '1'];
  const check = async () => await onStores(site.env, async (application) => await files.check(application));
  let round = 0;
  await killEach(rounds, 'import', async () => {
    round += 1;
    await files.add(IMPORTED);
    const added = 1 + rounds.random.below(IMPORTED / 3);
    const { code, output } = await site.command.kill(args, async (child) => {
      await child.waitFor(new RegExp(`^(?:.*"outcome":"added".*\\n){${added}}()`, 'm'));
    });
    const acknowledged = files.acknowledge(output);
    const { faults } = await check();
    const unrepaired = round % REPAIRED_AFTER === 0 ? await repaired(site) : [];
    return {
      code,
      counts: { 'files told of before a kill': acknowledged },
      faults: [...faults, ...unrepaired],
    };
  });
  const { code, output } = await site.command.run(...args);
  files.acknowledge(output);
  const { counts, faults } = await check();
  const failed = code === 0 ? [] : [`import: ${output}`];
  rounds.tell('after the imports', { counts, faults: [...faults, ...failed, ...(await repaired(site))] });
}

/**
 * Kills servers while images in the trash expire and their blobs are deleted. An event that was handled at a kill may be at
 * fault for it and waits for a minute; in the end it is asked for at once.
 */
export async function killExpiry(site: Site, files: MovedIn, rounds: Rounds): Promise<void> {
  const { stores, dataDir, env } = site;
  const server = new Command({ ...env, CAIRN_PORT: '0' }, rounds.random, new Map(), 'main');
  const blobs = async (): Promise<number> => (await stores.countBlobs(dataDir)) ?? 0;
  let round = 0;
  await killEach(rounds, 'trash expiry', async () => {
    round += 1;
    const clock = { now: () => Date.now() - LONG_AGO_MS };
    const expiring = await onStores(env, async (each) => await files.expire(each, EXPIRED), { clock });
    const before = await blobs();
    const deleting = async (): Promise<void> => {
      await until('blobs are deleted', async () => (await blobs()) < before, { pollMs: 1 });
      await sleep(rounds.random.below(5));
    };
    const { code } = await server.kill([], round % 2 === 0 ? undefined : deleting);
    const [gone, { counts, faults }] = [
      before - (await blobs()),
      await onStores(env, async (application) => await files.check(application)),
    ];
    const left = counts['in the trash'] ?? 0;
    const amid = gone > 0 && gone < expiring ? 1 : 0;
    return {
      code,
      counts: {
        'expired images in the trash after a kill': left,
        'blobs deleted before a kill': gone,
        'kills amid these deletions': amid,
      },
      faults,
    };
  });
  await site.command.run('jobs', 'retry', 'delete-removed-blobs');
}

/** Repairs all. */
async function repaired({ command }: Site): Promise<readonly string[]> {
  const { code, output } = await command.run('fsck', '--repair', '--grace', '0');
  return code === 0 ? [] : [`fsck --repair: ${output}`];
}

/** Damages stores that no process has open, in ways that a repair can undo. Returns how many. */
async function damageStores(env: Readonly<Record<string, string>>, seed: string): Promise<number> {
  await onStores(env, async (application) => {
    const store = application.get(BlobStore);
    for (let number = 0; number < ORPHANS; number += 1) await addOrphan(store, `${seed}x${number}`);
    const images = await application.get(CatalogRepository).listBlobs(SET_ASIDE, undefined);
    for (const { blobKey } of images) await store.move(blobKey, { from: 'originals', to: 'quarantine' });
  });
  const { database } = storesOf(env);
  if (database.kind !== 'sqlite') return ORPHANS + SET_ASIDE;
  const connection = new Sqlite(database.file);
  for (const statement of rows) connection.exec(statement);
  connection.close();
  return ORPHANS + SET_ASIDE + rows.length;
}

async function addOrphan(store: BlobStore, key: string): Promise<void> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(key);
  }
  const staged = await store.stage(bytes(), key.length);
  await staged.commit({ area: 'originals', key, contentType: 'image/png' });
  await staged.discard();
}
