import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random, ServerProcess, newKey } from '@cairn/harness';
import { Audit } from './audit.js';
import type { Control } from './controls.js';
import { Ledger } from './ledger.js';
import { Load, type LoadResult } from './load.js';
import { Reopening, type InFlight } from './reopening.js';
import type { Leftovers } from './stores-audit.js';

/**
 * One kill and the faults found after it. `inFlight` and `leftovers` are missing if the server did not start again.
 */
export interface Cycle {
  readonly number: number;
  readonly load: LoadResult;
  readonly inFlight?: InFlight;
  readonly leftovers?: Leftovers;
  readonly stored: number;
  readonly faults: readonly string[];
}

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  readonly control?: Control | undefined;
  /** Called after each cycle. */
  readonly report?: (cycle: Cycle) => void;
}

const env = {
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_IMAGE_QUOTA: '1000000',
  CAIRN_LOG_LEVEL: 'error',
};

/**
 * Repeatedly kills a server under load, restarts it on the same data and checks every promise. Stops at the first
 * cycle
 * with faults; the data folder is then kept and named among them.
 */
export async function crash({ kills, seed, control, report }: CrashOptions): Promise<readonly Cycle[]> {
  const run = new CrashRun(await mkdtemp(join(tmpdir(), 'cairn-crash-')), seed, control);
  const cycles: Cycle[] = [];
  while (cycles.length < kills && cycles.every(({ faults }) => faults.length === 0)) {
    const cycle = await run.cycle(cycles.length + 1);
    cycles.push(cycle);
    report?.(cycle);
  }
  if (control !== undefined || cycles.every(({ faults }) => faults.length === 0)) await run.clear();
  return cycles;
}

class CrashRun {
  private readonly key = newKey();
  private readonly ledger = new Ledger();
  private readonly random: Random;

  constructor(
    private readonly dataDir: string,
    seed: number,
    private readonly control: Control | undefined,
  ) {
    this.random = new Random(seed);
  }

  async cycle(number: number): Promise<Cycle> {
    await this.prepare();
    const load = await new Load(
      await this.start(this.control?.env ?? {}),
      this.ledger,
      this.random,
    ).untilKilled();
    await this.control?.after?.(this.dataDir, this.ledger);
    const found = load.faults.length > 0 ? { faults: load.faults } : await this.inspect();
    const kept =
      found.faults.length > 0 && this.control === undefined ? [`The data is kept in ${this.dataDir}.`] : [];
    return {
      number,
      load,
      ...found,
      stored: this.ledger.in('stored').length,
      faults: [...found.faults, ...kept],
    };
  }

  async clear(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Creates what a control needs before the first kill. */
  private async prepare(): Promise<void> {
    if (this.control?.before === undefined) return;
    await (await this.start({})).end('SIGTERM');
    await this.control.before(this.dataDir);
  }

  private async inspect(): Promise<Pick<Cycle, 'inFlight' | 'leftovers' | 'faults'>> {
    try {
      const server = await this.start({});
      const reopening = await new Reopening(server, this.ledger).check().finally(() => server.end('SIGTERM'));
      const audit = await new Audit(this.dataDir, this.ledger).check();
      return {
        inFlight: reopening.inFlight,
        leftovers: audit.leftovers,
        faults: [...reopening.faults, ...audit.faults],
      };
    } catch (error) {
      return { faults: [`the check broke off: ${error instanceof Error ? error.message : String(error)}`] };
    }
  }

  private start(more: Readonly<Record<string, string>>): Promise<ServerProcess> {
    return ServerProcess.start({ dataDir: this.dataDir, key: this.key, env: { ...env, ...more } });
  }
}
