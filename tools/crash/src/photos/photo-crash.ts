import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random, ServerProcess, newKey } from '@cairn/harness';
import { auditPhotos, type PhotoAudit } from './photo-audit.js';
import { PhotoClient } from './photo-client.js';
import { PhotoLoad, type PhotoCounts } from './photo-load.js';

const common = {
  ...{ CAIRN_RATE_UPLOADS: '0', CAIRN_RATE_REQUESTS: '0', CAIRN_LOG_LEVEL: 'error' },
  CAIRN_IMAGE_QUOTA: '1000000',
};

/** One kill, and what was found after it. */
export interface PhotoCycle extends PhotoAudit, PhotoCounts {
  readonly number: number;
  readonly delayMs: number;
}

/** Kills a server while photos come and go, again and again; stops at the first fault, and keeps the data then. */
export async function crashPhotos({
  kills,
  seed,
  env,
  report,
}: {
  readonly kills: number;
  readonly seed: number;
  /** Settings that name the stores; those that are not named lie in the data folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly report?: (cycle: PhotoCycle) => void;
}): Promise<readonly PhotoCycle[]> {
  const [dataDir, key] = [await mkdtemp(join(tmpdir(), 'cairn-photos-')), newKey()];
  const [random, ids] = [new Random(seed), new Set<string>()];
  const start = (): Promise<ServerProcess> =>
    ServerProcess.start({ dataDir, key, env: { ...common, ...env } });
  const cycles: PhotoCycle[] = [];
  let server = await start();
  const spaceId = await new PhotoClient(server).addSpace();
  await new PhotoClient(server).link('trip', spaceId);
  while (cycles.length < kills && cycles.every(({ faults }) => faults.length === 0)) {
    const load = new PhotoLoad(server, { random, spaceId, ids });
    const delayMs = await load.untilKilled();
    server = await start();
    const client = new PhotoClient(server);
    const audit = await auditPhotos(client, spaceId);
    const faults = [...load.faults, ...audit.faults];
    const cycle = { number: cycles.length + 1, delayMs, ...load.counts, ...audit, faults };
    cycles.push(cycle);
    report?.(cycle);
  }
  await server.end('SIGTERM');
  if (cycles.every(({ faults }) => faults.length === 0)) await rm(dataDir, { recursive: true, force: true });
  return cycles;
}
