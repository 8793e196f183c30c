import { parseArgs } from 'node:util';
import { environmentOf } from '@cairn/services';
import { drillBackup } from './backup/backup-drill.js';
import { crashEvents } from './events/event-crash.js';
import { crashFeatures } from './features/feature-crash.js';
import { fills, fullDisk, type Fill } from './full-disk/full-disk.js';
import { crashImages } from './images/crash.js';
import { totalsOf, type Cycle, type KillOptions } from './kills.js';
import { outage } from './outage/outage.js';
import { crashPhotos } from './photos/photo-crash.js';
import { crashTransactions } from './transactions/transaction-crash.js';
import { crashTrash } from './trash/trash-crash.js';

interface Scenario {
  readonly crash: (options: KillOptions) => Promise<readonly Cycle[]>;
  /** Whether it runs on stores other than SQLite and a disk. */
  readonly onEveryStore?: boolean;
  /** The stores, if it has its own. */
  readonly on?: string;
}

/** What is killed, by the option that says how often. */
const scenarios: Readonly<
  Record<'kills' | 'events' | 'features' | 'photos' | 'transactions' | 'trash', Scenario>
> = {
  events: { crash: crashEvents },
  photos: { crash: crashPhotos, onEveryStore: true },
  features: { crash: crashFeatures, onEveryStore: true },
  transactions: { crash: crashTransactions, on: 'PostgreSQL + disk' },
  trash: { crash: crashTrash },
  kills: { crash: crashImages },
};

/** What `--store` may be, and the stores that it means. */
const stores: Readonly<Record<string, string>> = {
  sqlite: 'SQLite + disk',
  'sqlite+s3': 'SQLite + S3',
  postgres: 'PostgreSQL + disk',
  'postgres+s3': 'PostgreSQL + S3',
};

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    events: { type: 'string' },
    features: { type: 'string' },
    photos: { type: 'string' },
    transactions: { type: 'string' },
    trash: { type: 'string' },
    backup: { type: 'string' },
    'trash-days': { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    store: { type: 'string', default: 'sqlite' },
    outage: { type: 'string' },
    by: { type: 'string', default: 'power' },
    times: { type: 'string' },
    down: { type: 'string', default: '1000' },
    'full-disk': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

process.exitCode = (await runChosen()) ? 0 : 1;

async function runChosen(): Promise<boolean> {
  if (values['full-disk']) return await runFullDisk();
  if (values.backup !== undefined) return await runBackup(Number(values.backup));
  if (values.outage !== undefined) return await runOutage(values.outage, values.by);
  const option =
    (['events', 'photos', 'features', 'transactions', 'trash'] as const).find(
      (name) => values[name] !== undefined,
    ) ?? 'kills';
  const { crash, onEveryStore = false, on } = scenarios[option];
  const name = storeNamed(values.store);
  if (name !== stores['sqlite'] && !onEveryStore) throw new Error(`--store does not go with --${option}`);
  const kills = Number(values[option]);
  say(`${kills} kills, ${on ?? name}, seed ${seed}`);
  const { env, close } = await environmentOf(name).open();
  const cycles = await crash({ kills, seed, env, report: say }).finally(close);
  say(totalsOf(cycles));
  return tell(cycles.flatMap(({ faults }) => faults));
}

/** Backs up, destroys, restores and compares, with kills on the way; on several pairs of stores in turn. */
async function runBackup(kills: number): Promise<boolean> {
  const names = values.store.split(',').map(storeNamed);
  say(`${kills} kills each of backup, restore, repair, import and trash expiry, seed ${seed}`);
  // Without a trash the bytes of deleted images go at once, also while they are copied.
  const env = { CAIRN_TRASH_DAYS: values['trash-days'] };
  const cycles: Cycle[] = [];
  for (const name of names) {
    say(name);
    cycles.push(...(await drillBackup({ kills, seed, stores: environmentOf(name), env, report: say })));
  }
  say(totalsOf(cycles));
  return tell(cycles.flatMap(({ faults }) => faults));
}

function storeNamed(option: string): string {
  const name = stores[option];
  if (name === undefined) throw new Error(`--store is one of ${Object.keys(stores).join(', ')}`);
  return name;
}

/** Injects faults into a store under load. */
async function runOutage(of: string, by: string): Promise<boolean> {
  if (of !== 'database' && of !== 'blobs') throw new Error('--outage is database or blobs');
  if (by !== 'power' && by !== 'network') throw new Error('--by is power or network');
  const times = values.times === undefined ? undefined : Number(values.times);
  say(`Fault with the ${of} by ${by}, seed ${seed}`);
  const options = { of, by, times, downMs: Number(values.down), seed, report: say } as const;
  const { counts, recoveriesMs, growthMib, faults } = await outage(options);
  say(
    `${counts.upload} uploads and ${counts.delete} deletes acknowledged, ${counts.unavailable} requests told 503, slowest ${counts.slowestMs} ms`,
  );
  say(
    `first answer after at most ${Math.max(...recoveriesMs)} ms; memory grew by ${growthMib.toFixed(0)} MiB`,
  );
  return tell(faults);
}

/** Fills the disk of a server in each way. */
async function runFullDisk(): Promise<boolean> {
  const found: string[] = [];
  for (const fill of Object.keys(fills) as readonly Fill[]) {
    say(`${fill}: ${fills[fill]}`);
    const { facts, faults } = await fullDisk({ fill, diskBytes: 96 * 1024 ** 2, images: 1_000 });
    for (const [name, value] of Object.entries(facts)) say(`  ${name}: ${value}`);
    found.push(...faults.map((fault) => `${fill}: ${fault}`));
  }
  return tell(found);
}

function tell(faults: readonly string[]): boolean {
  for (const fault of faults) say(`FAULT ${fault}`);
  say(faults.length === 0 ? 'Every promise was kept.' : `Again with --seed ${seed}`);
  return faults.length === 0;
}
