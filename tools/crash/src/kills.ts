import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newKey, Random, ServerProcess, UNLIMITED } from '@cairn/harness';

const POLL_MS = 5;

/** One kill, and what was found after it. */
export interface Cycle {
  /** Counts of what was acknowledged before the kill and found after it. */
  readonly counts: Readonly<Record<string, number>>;
  /** Broken promises, one line each. */
  readonly faults: readonly string[];
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Settings that name the stores; those that are not named lie in the data folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings that only the killed servers have. Faults are expected with them. */
  readonly killedEnv?: Readonly<Record<string, string>>;
  /** Gets a line for each kill. */
  readonly report?: ((line: string) => void) | undefined;
}

/** What is killed again and again, on the same data. */
export interface KillSubject {
  /** Works, is killed, and is checked. */
  cycle(number: number): Promise<Cycle>;
  close?(): Promise<unknown>;
}

/** Kills `kills` times, or until a promise is broken. Then it keeps the data folder and names it. */
export async function killRepeatedly(
  { kills, killedEnv, report }: KillOptions,
  open: (dataDir: string) => KillSubject,
): Promise<readonly Cycle[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-crash-'));
  const subject = open(dataDir);
  const cycles: Cycle[] = [];
  const areKept = (): boolean => cycles.every(({ faults }) => faults.length === 0);
  try {
    while (cycles.length < kills && areKept()) {
      const number = cycles.length + 1;
      const cycle = await subject.cycle(number).catch((error: unknown): Cycle => {
        const why = error instanceof Error ? error.message : String(error);
        return { counts: {}, faults: [`the check broke off: ${why}`] };
      });
      cycles.push(cycle);
      const counts = Object.entries(cycle.counts).flatMap(([what, count]) =>
        count > 0 ? [`${count} ${what}`] : [],
      );
      const result = cycle.faults.length === 0 ? 'ok' : `${cycle.faults.length} FAULTS`;
      report?.(`${String(number).padStart(4)}/${kills}  ${[...counts, result].join(' · ')}`);
    }
  } finally {
    await subject.close?.();
  }
  if (areKept() || killedEnv !== undefined) await rm(dataDir, { recursive: true, force: true });
  else report?.(`The data is kept in ${dataDir}.`);
  return cycles;
}

/** Totals, and the number of kills in which each occurred. What occurred in none was not tested. */
export function totalsOf(cycles: readonly Cycle[]): string {
  const names = new Set(cycles.flatMap(({ counts }) => Object.keys(counts)));
  const row = (what: string, total: string, kills: string): string =>
    `  ${what.padEnd(40)}${total.padStart(10)}${kills.padStart(10)}`;
  const rows = [...names].map((name) => {
    const each = cycles.map(({ counts }) => counts[name] ?? 0);
    const total = each.reduce((sum, one) => sum + one, 0);
    return row(name, String(total), String(each.filter((one) => one > 0).length));
  });
  return [row('', 'in all', 'in kills'), ...rows].join('\n');
}

/** Does something once, and returns what was wrong with the answer. Rejects when there is no complete one. */
export type Step = () => Promise<string | undefined>;

/** Clients that do their steps again and again, until something is wrong or they are stopped. */
export class Clients {
  readonly faults: string[] = [];
  private readonly over = new AbortController();
  private readonly running: Promise<unknown>;

  constructor(steps: readonly Step[]) {
    this.running = Promise.all(steps.map((step) => this.repeat(step)));
  }

  /** Resolves when `isSo` holds, or something is wrong. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.faults.length === 0) await sleep(POLL_MS);
  }

  /** Failures from now on are no faults. Resolves when all clients have ended; `end` may make them end. */
  async stop(end?: () => Promise<unknown>): Promise<void> {
    this.over.abort();
    await end?.();
    await this.running;
  }

  private async repeat(step: Step): Promise<void> {
    const isOver = (): boolean => this.over.signal.aborted; // It changes while this waits.
    while (!isOver() && this.faults.length === 0) {
      try {
        const fault = await step();
        if (fault !== undefined) this.faults.push(fault);
      } catch (error) {
        if (!isOver()) this.faults.push(requestFailure(error));
      }
    }
  }
}

/** Describes a failed request to a server that lived. The reason is only in the cause of what `fetch` throws. */
function requestFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${String(error.cause)})` : '';
  return `a request failed while the server lived: ${String(error)}${cause}`;
}

/** Clients of a server that is going to be killed. */
export interface Load {
  readonly steps: readonly Step[];
  /** Whether enough has been done for a kill to show something. */
  readonly hasBegun: () => boolean;
  /** The kill comes at most this long afterwards. */
  readonly mostMs: number;
}

/** What a server does when it is killed, and what must hold afterwards. */
export interface Scenario {
  /** Runs once, on an empty server. */
  prepare?(server: ServerProcess): Promise<void>;
  load(server: ServerProcess, cycle: number): Promise<Load>;
  /** Checks the restarted server. */
  verify(server: ServerProcess): Promise<Cycle>;
  /** Checks the data folder, which no server uses. */
  audit?(dataDir: string): Promise<Cycle>;
}

/** Kills a server under load at random times, restarts it on the same data and checks it. */
export async function killServer(
  options: KillOptions,
  scenarioOf: (random: Random) => Scenario,
): Promise<readonly Cycle[]> {
  const { seed, env, killedEnv } = options;
  return await killRepeatedly(options, (dataDir) => {
    const [key, random] = [newKey(), new Random(seed)];
    const scenario = scenarioOf(random);
    let server: ServerProcess | undefined;
    const start = async (more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
      const settings = { ...UNLIMITED, CAIRN_LOG_LEVEL: 'error', ...env, ...more };
      server = await ServerProcess.start({ dataDir, key, env: settings });
      return server;
    };
    const stop = async (): Promise<void> => {
      await server?.end('SIGTERM');
      server = undefined;
    };
    return {
      cycle: async (number) => {
        if (number === 1) {
          const first = await start();
          await scenario.prepare?.(first);
        }
        if (killedEnv !== undefined) await stop();
        const killed = server ?? (await start(killedEnv));
        const faults = await killUnderLoad(killed, await scenario.load(killed, number), random);
        if (faults.length > 0) return { counts: {}, faults };
        const verified = await scenario.verify(await start()); // the next one that is killed
        if (scenario.audit === undefined) return verified;
        await stop();
        const audited = await scenario.audit(dataDir);
        return {
          counts: { ...verified.counts, ...audited.counts },
          faults: [...verified.faults, ...audited.faults],
        };
      },
      close: stop,
    };
  });
}

/** Returns what was wrong before the kill. */
async function killUnderLoad(
  server: ServerProcess,
  { steps, hasBegun, mostMs }: Load,
  random: Random,
): Promise<readonly string[]> {
  const delayMs = random.below(mostMs + 1);
  const clients = new Clients(steps);
  await clients.until(hasBegun);
  await sleep(delayMs);
  await clients.stop(() => server.end('SIGKILL'));
  return clients.faults;
}
