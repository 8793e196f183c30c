import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { blobSettings, createApplication, parseBlobUrl, parseDatabaseUrl } from '@cairn/composition';
import { Random, ServerProcess } from '@cairn/harness';
import { BadNetwork, PostgresServer, S3Server } from '@cairn/services';
import { Ledger } from './ledger.js';
import { OutageLoad, type OutageCounts } from './outage-load.js';
import { Reopening } from './reopening.js';
import { StoresAudit } from './stores-audit.js';
import { networkFaults, powerCut, type Fault } from './faults.js';

const WORK_MS = 1_000;
const POLL_MS = 25;
const SAMPLE_MS = 100;
const MAX_RECOVERY_MS = 15_000;
const BUCKET = 'cairn';

const env = {
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_IMAGE_QUOTA: '1000000',
  CAIRN_LOG_LEVEL: 'error',
};

export interface OutageOptions {
  /** The store that fails under load. */
  readonly of: 'database' | 'blobs';
  /** Whether the store is killed or each network fault is injected in turn. Defaults to both. */
  readonly by?: 'power' | 'network' | undefined;
  /** Number of faults. Defaults to one of each kind. */
  readonly times?: number | undefined;
  readonly downMs: number;
  /** How long the server works before the first fault and after each. Defaults to a second. */
  readonly workMs?: number | undefined;
  readonly seed: number;
  /** Called after each fault. */
  readonly report?: (line: string) => void;
}

/** Addresses of the stores. */
interface Stores {
  readonly database: string;
  readonly blobs: string;
}

interface Trial extends OutageOptions {
  readonly stores: Stores;
  readonly faults: readonly Fault[];
}

/** Behaviour of a server whose store failed and recovered, and the broken promises. */
export interface OutageResult {
  readonly counts: OutageCounts;
  /** Times from the store's recovery to the first acknowledged request. */
  readonly recoveriesMs: readonly number[];
  readonly growthMib: number;
  readonly faults: readonly string[];
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Repeatedly injects faults into PostgreSQL or the S3 server. The server itself is never restarted. */
export async function outage(options: OutageOptions): Promise<OutageResult> {
  const { of, by, report } = options;
  const opened: Stoppable[] = [];
  const open = async <T extends Stoppable>(start: () => Promise<T>): Promise<T> => {
    const one = await start();
    opened.unshift(one);
    return one;
  };
  try {
    const postgres = await open(() => PostgresServer.start());
    const s3 = await open(() => S3Server.start('minio'));
    const stores: Stores = { database: postgres.url, blobs: await s3.bucket(BUCKET) };
    const power = by === 'network' ? [] : [powerCut(of === 'database' ? postgres : s3)];
    const network =
      by === 'power' ? undefined : await networkFaults(await open(() => BadNetwork.start()), stores[of]);
    const faults = [...power, ...(network?.faults ?? [])];
    const { database, blobs }: Stores = { ...stores, [of]: network?.url ?? stores[of] };
    const settings = { ...env, CAIRN_DATABASE_URL: database, CAIRN_BLOB_URL: blobs };
    const server = await ServerProcess.start({ env: settings });
    opened.unshift({ stop: () => server.dispose() });
    return await runTrial(server, { stores, faults, ...options });
  } finally {
    for (const one of opened) await one.stop().catch((error: unknown) => report?.(String(error)));
  }
}

async function runTrial(server: ServerProcess, trial: Trial): Promise<OutageResult> {
  const ledger = new Ledger();
  const load = new OutageLoad(server, ledger, new Random(trial.seed));
  load.start();
  const { recoveriesMs, growthMib } = await injectFaults(server, load, trial).finally(() => load.stop());
  const counts = await load.stop();
  const reopening = await new Reopening(server, ledger).check();
  const faults = [...load.faults, ...reopening.faults, ...(await auditOf(trial.stores, ledger))];
  return { counts, recoveriesMs, growthMib, faults };
}

async function injectFaults(
  server: ServerProcess,
  load: OutageLoad,
  { of, faults, downMs, report, workMs = WORK_MS, times = faults.length }: Trial,
): Promise<Pick<OutageResult, 'recoveriesMs' | 'growthMib'>> {
  const recoveriesMs: number[] = [];
  await sleep(workMs);
  const before = await residentMib(server);
  let peak = before;
  for (const { what, isOutage, begin, end } of several(faults, times)) {
    await begin();
    for (const until = performance.now() + downMs; performance.now() < until; await sleep(SAMPLE_MS))
      peak = Math.max(peak, await residentMib(server));
    const state = isOutage ? (await partsOf(server))[of] : 'unavailable';
    if (state !== 'unavailable') load.faults.push(`${what}: /readyz said that ${of} is ${String(state)}`);
    await end();
    const recovery = await untilAcknowledged(load);
    if (recovery > MAX_RECOVERY_MS) load.faults.push(`${what}: it took ${recovery} ms to answer again`);
    const number = recoveriesMs.push(recovery);
    report?.(`${number}/${times}  ${what} for ${downMs} ms, answered again after ${recovery} ms`);
    await sleep(workMs);
  }
  return { recoveriesMs, growthMib: peak - before };
}

/** `count` items, repeating the list. */
function several<T>(items: readonly T[], count: number): readonly T[] {
  return Array.from({ length: Math.ceil(count / items.length) }, () => items)
    .flat()
    .slice(0, count);
}

/** The states that `/readyz` reports. */
async function partsOf(server: ServerProcess): Promise<Readonly<Record<string, string>>> {
  const response = await server.fetch('/readyz', { key: null });
  const { parts } = (await response.json()) as { readonly parts: Readonly<Record<string, string>> };
  return parts;
}

async function untilAcknowledged(load: OutageLoad): Promise<number> {
  const startedAt = performance.now();
  const before = load.acknowledged;
  while (load.acknowledged === before && performance.now() - startedAt < 2 * MAX_RECOVERY_MS)
    await sleep(POLL_MS);
  return Math.round(performance.now() - startedAt);
}

async function auditOf(stores: Stores, ledger: Ledger): Promise<readonly string[]> {
  const blobs = blobSettings(parseBlobUrl(stores.blobs), { accessKey: '', secretKey: '' });
  const application = await createApplication({
    database: parseDatabaseUrl(stores.database),
    blobs: blobs ?? { kind: 'memory' },
    sweep: 'never',
  });
  const audit = new StoresAudit(application, ledger);
  await audit.check().finally(() => application.close());
  return audit.faults;
}

/** Resident memory of the server. */
async function residentMib(server: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
