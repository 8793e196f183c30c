import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { blobSettings, createApplication, parseBlobUrl, parseDatabaseUrl } from '@cairn/composition';
import { ServerProcess } from '@cairn/harness';
import { PostgresServer, S3Server } from '@cairn/services';
import { Ledger } from './ledger.js';
import { OutageLoad, type OutageCounts } from './outage-load.js';
import { Random } from './random.js';
import { Reopening } from './reopening.js';
import { StoresAudit } from './stores-audit.js';

const WORK_MS = 1_000;
const POLL_MS = 25;
const SAMPLE_MS = 100;
const MAX_RECOVERY_MS = 5_000;
const BUCKET = 'cairn';

const env = {
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_IMAGE_QUOTA: '1000000',
  CAIRN_LOG_LEVEL: 'error',
};

export interface OutageOptions {
  /** Which store goes away under load. */
  readonly of: 'database' | 'blobs';
  readonly times: number;
  readonly downMs: number;
  readonly seed: number;
  /** Told of every outage as it ends. */
  readonly report?: (line: string) => void;
}

/** What a server did while one of its stores came and went, and how its word was kept. */
export interface OutageResult {
  readonly counts: OutageCounts;
  /** From the moment the store took requests again to the first that the server acknowledged. */
  readonly recoveriesMs: readonly number[];
  readonly growthMib: number;
  readonly faults: readonly string[];
}

/** Ends PostgreSQL or the S3 server as a power cut would, again and again, under a server that is never restarted. */
export async function outage({ of, times, downMs, seed, report }: OutageOptions): Promise<OutageResult> {
  const postgres = await PostgresServer.start();
  const s3 = await S3Server.start('minio');
  const stores = {
    CAIRN_DATABASE_URL: postgres.url,
    CAIRN_BLOB_URL: await s3.bucket(BUCKET),
  };
  const server = await ServerProcess.start({ env: { ...env, ...stores } });
  try {
    const ledger = new Ledger();
    const load = new OutageLoad(server, ledger, new Random(seed));
    const recoveriesMs: number[] = [];
    load.start();
    await sleep(WORK_MS);
    const before = await residentMib(server);
    let peak = before;
    for (let time = 1; time <= times; time += 1) {
      await (of === 'database' ? postgres : s3).kill();
      for (const end = performance.now() + downMs; performance.now() < end; await sleep(SAMPLE_MS))
        peak = Math.max(peak, await residentMib(server));
      const parts = await partsOf(server);
      if (parts[of] !== 'unavailable') load.faults.push(`/readyz said that ${of} is ${String(parts[of])}`);
      await (of === 'database' ? postgres : s3).restart();
      const recovery = await untilAcknowledged(load);
      recoveriesMs.push(recovery);
      if (recovery > MAX_RECOVERY_MS) load.faults.push(`it took ${recovery} ms to answer again`);
      report?.(`${time}/${times}  down ${downMs} ms, answered again after ${recovery} ms`);
      await sleep(WORK_MS);
    }
    const counts = await load.stop();
    const reopening = await new Reopening(server, ledger).check();
    const audit = await auditOf(stores, ledger);
    const faults = [...load.faults, ...reopening.faults, ...audit];
    return { counts, recoveriesMs, growthMib: peak - before, faults };
  } finally {
    await server.dispose();
    await s3.stop();
    await postgres.stop();
  }
}

/** The state of the parts as the server tells it. */
async function partsOf(server: ServerProcess): Promise<Readonly<Record<string, string>>> {
  const response = await server.fetch('/readyz', { key: null });
  const { parts } = (await response.json()) as { readonly parts: Readonly<Record<string, string>> };
  return parts;
}

async function untilAcknowledged(load: OutageLoad): Promise<number> {
  const startedAt = performance.now();
  const before = load.acknowledged;
  while (load.acknowledged === before && performance.now() - startedAt < 4 * MAX_RECOVERY_MS)
    await sleep(POLL_MS);
  return Math.round(performance.now() - startedAt);
}

async function auditOf(
  stores: { readonly CAIRN_DATABASE_URL: string; readonly CAIRN_BLOB_URL: string },
  ledger: Ledger,
): Promise<readonly string[]> {
  const blobs = blobSettings(parseBlobUrl(stores.CAIRN_BLOB_URL), { accessKey: '', secretKey: '' });
  const application = await createApplication({
    database: parseDatabaseUrl(stores.CAIRN_DATABASE_URL),
    blobs: blobs ?? { kind: 'memory' },
    sweep: 'never',
  });
  const audit = new StoresAudit(application, ledger);
  await audit.check().finally(() => application.close());
  return audit.faults;
}

/** What the server holds in memory now. */
async function residentMib(server: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
