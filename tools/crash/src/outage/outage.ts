import { setTimeout as sleep } from 'node:timers/promises';
import { blobSettings, parseBlobUrl, parseDatabaseUrl } from '@cairn/composition';
import { Random, residentBytesOf, ServerProcess, UNLIMITED, until } from '@cairn/harness';
import { BadNetwork, PostgresServer, S3Server, type NetworkFault } from '@cairn/services';
import { auditStores } from '../images/audit.js';
import { Reopening } from '../images/reopening.js';
import { FOR_GOOD, ImageRequests, Ledger } from '../images/requests.js';
import { Clients, type Step } from '../kills.js';

const CLIENTS = 8;
const WORK_MS = 1_000;
const SAMPLE_MS = 100;
const PAUSE_MS = 20;
const DEADLINE_MS = 30_000;
const MAX_RECOVERY_MS = 15_000;

/** A fault that can be injected and removed. */
interface Fault {
  readonly what: string;
  /** Whether the store is unreachable during the fault. */
  readonly isOutage: boolean;
  begin(this: void): Promise<void>;
  end(this: void): Promise<void>;
}

const [UP, DOWN] = ['upstream', 'downstream'] as const;

/** Network faults during which the store is unreachable. */
const outages: Readonly<Record<string, NetworkFault>> = {
  'connections are refused': { type: 'down' },
  'connections are reset': { stream: DOWN, type: 'reset_peer', attributes: { timeout: 0 } },
  'no request arrives': { stream: UP, type: 'timeout', attributes: { timeout: 0 } },
  'no answer arrives': { stream: DOWN, type: 'timeout', attributes: { timeout: 0 } },
  'connections end in silence': { stream: DOWN, type: 'timeout', attributes: { timeout: 50 } },
};

/** Network faults during which some requests succeed. */
const troubles: Readonly<Record<string, NetworkFault>> = {
  'requests end midway': { stream: UP, type: 'limit_data', attributes: { bytes: 100_000 } },
  'answers end midway': { stream: DOWN, type: 'limit_data', attributes: { bytes: 2_000 } },
  'requests are slow': { stream: UP, type: 'bandwidth', attributes: { rate: 500 } },
  'answers are late': { stream: DOWN, type: 'latency', attributes: { latency: 150, jitter: 100 } },
};

interface OutageOptions {
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

/** Behaviour of a server whose store failed and recovered, and the broken promises. */
interface OutageResult {
  /** How requests were answered. */
  readonly counts: Readonly<Record<'upload' | 'delete' | 'unavailable' | 'slowestMs', number>>;
  /** Times from the store's recovery to the first acknowledged request. */
  readonly recoveriesMs: readonly number[];
  readonly growthMib: number;
  readonly faults: readonly string[];
}

type Addresses = Readonly<Record<OutageOptions['of'], string>>;

interface Trial extends OutageOptions {
  readonly faults: readonly Fault[];
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
    const s3 = await open(() => S3Server.start('seaweedfs'));
    const direct: Addresses = { database: postgres.url, blobs: await s3.bucket('cairn') };
    const store = of === 'database' ? postgres : s3;
    const power: Fault = {
      what: 'the power is cut',
      isOutage: true,
      begin: () => store.kill(),
      end: () => store.restart(),
    };
    const network = by === 'power' ? undefined : networkFaults(await open(() => BadNetwork.to(direct[of])));
    const faults = [...(by === 'network' ? [] : [power]), ...(network?.faults ?? [])];
    const { database, blobs }: Addresses = { ...direct, [of]: network?.url ?? direct[of] };
    const stores = { CAIRN_DATABASE_URL: database, CAIRN_BLOB_URL: blobs };
    const server = await ServerProcess.start({
      env: { ...UNLIMITED, ...FOR_GOOD, CAIRN_LOG_LEVEL: 'error', ...stores },
    });
    opened.unshift({ stop: () => server.dispose() });
    const ledger = new Ledger();
    const result = await workThroughFaults(server, ledger, { ...options, faults });
    const reopening = await new Reopening(server, ledger).check();
    const audited = await auditStores(
      {
        database: parseDatabaseUrl(direct.database),
        blobs: blobSettings(parseBlobUrl(direct.blobs)) ?? {
          kind: 'memory',
        },
        sweep: 'never',
      },
      ledger,
    );
    return { ...result, faults: [...result.faults, ...reopening.faults, ...audited.faults] };
  } finally {
    for (const one of opened) await one.stop().catch((error: unknown) => report?.(String(error)));
  }
}

/** Every answer must be in time, and either a success or a 503 with `Retry-After`. */
async function workThroughFaults(
  server: ServerProcess,
  ledger: Ledger,
  options: Trial,
): Promise<OutageResult> {
  const random = new Random(options.seed);
  const requests = new ImageRequests(server, ledger);
  const counts = { upload: 0, delete: 0, unavailable: 0, slowestMs: 0 };
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
  const injected = await injectFaults(server, acknowledged, options).finally(() => clients.stop());
  return { ...injected, counts, faults: [...clients.faults, ...injected.faults] };
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
    for (const end = performance.now() + downMs; performance.now() < end; await sleep(SAMPLE_MS))
      peak = Math.max(peak, memory());
    const state = fault.isOutage ? await stateOf(server, of) : 'unavailable';
    if (state !== 'unavailable') found.push(`${fault.what}: /readyz said that ${of} is ${String(state)}`);
    await fault.end();
    const done = acknowledged();
    const most = { patienceMs: 2 * MAX_RECOVERY_MS, pollMs: 25 };
    const recovery = await until('a request succeeds', () => acknowledged() > done, most).catch(
      () => Infinity,
    );
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

/** Each network fault in turn. `url` is the store's address through the faulty network. */
function networkFaults(network: BadNetwork): { readonly url: string; readonly faults: readonly Fault[] } {
  const faults = [...Object.entries(outages), ...Object.entries(troubles)].map(([what, fault]): Fault => {
    let remove = async (): Promise<void> => undefined;
    return {
      what,
      isOutage: what in outages,
      begin: async () => void (remove = await network.inject(fault)),
      end: () => remove(),
    };
  });
  return { url: network.url, faults };
}
