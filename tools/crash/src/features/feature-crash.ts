import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random, ServerProcess, newKey } from '@cairn/harness';
import { checkBatches } from './check-batches.js';
import { readSpace } from './check-counts.js';
import { checkWrites, type FoundSpace } from './check-writes.js';
import type { FeatureControl } from './feature-controls.js';
import { isStoredChunk, untilKilled, type LoadResult } from './load.js';
import { SpaceClient } from './space-client.js';
import { WriteLedger } from './writes.js';

/** One kill, and what was found after it. */
export interface FeatureCycle {
  readonly number: number;
  readonly delayMs: number;
  readonly writes: { readonly acknowledged: number; readonly inFlight: number };
  readonly batches: { readonly acknowledged: number; readonly inFlight: number; readonly survived: number };
  /** Those of the acknowledged batches that are parts of imports. */
  readonly chunks: number;
  /** Versions taken since the last kill. */
  readonly versions: number;
  readonly faults: readonly string[];
}

export interface FeatureCrashOptions {
  readonly kills: number;
  readonly seed: number;
  /** Settings of the server; where they name no database, it is SQLite. */
  readonly env?: Readonly<Record<string, string>>;
  readonly control?: FeatureControl | undefined;
  readonly report?: (cycle: FeatureCycle) => void;
}

const WRITES = 'writes';
const common = { CAIRN_RATE_REQUESTS: '0', CAIRN_LOG_LEVEL: 'error' };

/**
 * Repeatedly kills a server while features are written, restarts it and checks every promise. Stops at the first kill
 * with faults; the data folder is then kept and named among them.
 */
export async function crashFeatures(options: FeatureCrashOptions): Promise<readonly FeatureCycle[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-crash-features-'));
  const run = new FeatureCrash(dataDir, options);
  const cycles: FeatureCycle[] = [];
  const isKept = (): boolean => cycles.every(({ faults }) => faults.length === 0);
  try {
    while (cycles.length < options.kills && isKept()) {
      const cycle = await run.cycle(cycles.length + 1);
      cycles.push(cycle);
      options.report?.(cycle);
    }
  } finally {
    await run.close();
  }
  if (isKept() || options.control !== undefined) await rm(dataDir, { recursive: true, force: true });
  return cycles;
}

class FeatureCrash {
  private readonly key = newKey();
  private readonly random: Random;
  private server: ServerProcess | undefined;
  private found: FoundSpace = { version: 0, features: new Map() };

  constructor(
    private readonly dataDir: string,
    private readonly options: FeatureCrashOptions,
  ) {
    this.random = new Random(options.seed);
  }

  async cycle(number: number): Promise<FeatureCycle> {
    const server = this.server ?? (await this.firstStart());
    const spaces = { writes: WRITES, batches: `batches-${number}` };
    await new SpaceClient(server, spaces.batches).create();
    const { control } = this.options;
    await control?.before?.(this.dataDir);
    const ledger = new WriteLedger(this.found.version, this.found.features);
    const load = await untilKilled({ server, random: this.random, ledger, spaces });
    await control?.after(this.dataDir);
    const checked = await this.check(ledger, load, spaces.batches).catch((error: unknown) => ({
      ...{ versions: 0, survived: 0 },
      faults: [`the check broke off: ${error instanceof Error ? error.message : String(error)}`],
    }));
    const { survived, versions } = checked;
    const faults = [...load.faults, ...checked.faults];
    const kept = faults.length > 0 && control === undefined ? [`The data is kept in ${this.dataDir}.`] : [];
    const acknowledged = ledger.writes.filter(({ answeredAt }) => answeredAt !== undefined).length;
    const whole = load.batches.filter((batch) => batch.acknowledged > 0).length;
    return {
      ...{ number, delayMs: load.delayMs, versions, faults: [...faults, ...kept] },
      writes: { acknowledged, inFlight: ledger.writes.length - acknowledged },
      chunks: load.batches.filter(isStoredChunk).length,
      batches: { acknowledged: whole, inFlight: load.batches.length - whole, survived },
    };
  }

  async close(): Promise<void> {
    await this.server?.end('SIGTERM');
  }

  private async firstStart(): Promise<ServerProcess> {
    const server = await this.start();
    await new SpaceClient(server, WRITES).create();
    return server;
  }

  /** Restarts the server, which goes on to be the next one that is killed. */
  private async check(ledger: WriteLedger, { batches }: LoadResult, name: string) {
    const server = await this.start();
    const writes = await readSpace(new SpaceClient(server, WRITES));
    const space = new SpaceClient(server, name);
    const batched = await readSpace(space);
    const { survived, faults } = checkBatches(batches, batched);
    this.found = writes;
    await space.remove();
    return {
      survived,
      versions: writes.version - ledger.versionBefore,
      faults: [...writes.faults, ...batched.faults, ...faults, ...checkWrites(ledger, writes)],
    };
  }

  private async start(): Promise<ServerProcess> {
    const env = { ...common, ...this.options.env };
    this.server = await ServerProcess.start({ dataDir: this.dataDir, key: this.key, env });
    return this.server;
  }
}
