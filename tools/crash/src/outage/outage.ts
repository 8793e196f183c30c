import { setTimeout as sleep } from 'node:timers/promises';
import { blobSettings, parseBlobUrl, parseDatabaseUrl } from '@cairn/composition';
import { Random, residentBytesOf, ServerProcess, UNLIMITED } from '@cairn/harness';
import { BadNetwork, PostgresServer, S3Server } from '@cairn/services';
import { auditStores } from '../images/audit.js';
import { Ledger } from '../images/ledger.js';
import { Reopening } from '../images/reopening.js';
import { ImageRequests } from '../images/requests.js';
import { Clients, type Step } from '../kills.js';
import { networkFaults, powerCut, type Fault } from './faults.js';

const CLIENTS = 8;
const WORK_MS = 1_000;
const POLL_MS = 25;
const SAMPLE_MS = 100;
const PAUSE_MS = 20;
const DEADLINE_MS = 30_000;
const MAX_RECOVERY_MS = 15_000;
const BUCKET = 'cairn';

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

/** How requests were answered while a store failed and recovered. */
interface OutageCounts {
  upload: number;
  delete: number;
  unavailable: number;
  slowestMs: number;
}

/** Behaviour of a server whose store failed and recovered, and the broken promises. */
export interface OutageResult {
  readonly counts: Readonly<OutageCounts>;
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
    const server = await ServerProcess.start({
      env: {
        ...UNLIMITED,
        CAIRN_LOG_LEVEL: 'error',
        CAIRN_DATABASE_URL: database,
        CAIRN_BLOB_URL: blobs,
      },
    });
    opened.unshift({ stop: () => server.dispose() });
    return await runTrial(server, { stores, faults, ...options });
  } finally {
    for (const one of opened) await one.stop().catch((error: unknown) => report?.(String(error)));
  }
}

async function runTrial(server: ServerProcess, trial: Trial): Promise<OutageResult> {
  const [ledger, random] = [new Ledger(), new Random(trial.seed)];
  const requests = new ImageRequests(server, ledger);
  const counts: OutageCounts = { upload: 0, delete: 0, unavailable: 0, slowestMs: 0 };
  /** Every response must be in time, and either a success or a 503 with `Retry-After`. */
  const step: Step = async () => {
    const startedAt = performance.now();
    const { what, response, body } = await requests.any(random);
    const took = Math.round(performance.now() - startedAt);
    counts.slowestMs = Math.max(counts.slowestMs, took);
    if (took > DEADLINE_MS) return `an answer took ${took} ms`;
    counts[response.ok ? what : 'unavailable'] += 1;
    if (response.ok) return undefined;
    if (response.status !== 503 || response.headers.get('retry-after') === null)
      return `${what} answered ${response.status} ${JSON.stringify(body)}`;
    await sleep(PAUSE_MS);
    return undefined;
  };
  const clients = new Clients(Array.from({ length: CLIENTS }, () => step));
  const acknowledged = (): number => counts.upload + counts.delete;
  const injected = await injectFaults(server, acknowledged, trial).finally(() => clients.stop());
  const reopening = await new Reopening(server, ledger).check();
  const { database, blobs } = trial.stores;
  const audited = await auditStores(
    {
      database: parseDatabaseUrl(database),
      blobs: blobSettings(parseBlobUrl(blobs), { accessKey: '', secretKey: '' }) ?? { kind: 'memory' },
      sweep: 'never',
    },
    ledger,
  );
  const faults = [...clients.faults, ...injected.faults, ...reopening.faults, ...audited.faults];
  return { ...injected, counts, faults };
}

async function injectFaults(
  server: ServerProcess,
  acknowledged: () => number,
  { of, faults, downMs, report, workMs = WORK_MS, times = faults.length }: Trial,
): Promise<Omit<OutageResult, 'counts'>> {
  const [recoveriesMs, found]: [number[], string[]] = [[], []];
  const memory = (): number => residentBytesOf(server.pid) / 1024 ** 2;
  await sleep(workMs);
  const before = memory();
  let peak = before;
  while (recoveriesMs.length < times) {
    const fault = faults[recoveriesMs.length % faults.length];
    if (fault === undefined) break;
    await fault.begin();
    for (const until = performance.now() + downMs; performance.now() < until; await sleep(SAMPLE_MS))
      peak = Math.max(peak, memory());
    const state = fault.isOutage ? await stateOf(server, of) : 'unavailable';
    if (state !== 'unavailable') found.push(`${fault.what}: /readyz said that ${of} is ${String(state)}`);
    await fault.end();
    const recovery = await untilMore(acknowledged);
    if (recovery > MAX_RECOVERY_MS) found.push(`${fault.what}: it took ${recovery} ms to answer again`);
    const number = recoveriesMs.push(recovery);
    report?.(`${number}/${times}  ${fault.what} for ${downMs} ms, answered again after ${recovery} ms`);
    await sleep(workMs);
  }
  return { recoveriesMs, growthMib: peak - before, faults: found };
}

/** What `/readyz` says of a store. */
async function stateOf(server: ServerProcess, store: OutageOptions['of']): Promise<string | undefined> {
  const response = await server.fetch('/readyz', { key: null });
  const { parts } = (await response.json()) as { readonly parts: Readonly<Record<string, string>> };
  return parts[store];
}

async function untilMore(count: () => number): Promise<number> {
  const [startedAt, before] = [performance.now(), count()];
  while (count() === before && performance.now() - startedAt < 2 * MAX_RECOVERY_MS) await sleep(POLL_MS);
  return Math.round(performance.now() - startedAt);
}
