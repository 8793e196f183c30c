import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, ServerProcess } from '@cairn/harness';

const POLL_MS = 5;

/** One kill, and what was found after it. */
export interface Cycle {
  /** What was acknowledged before the kill and found after it, by what it is. */
  readonly counts: Readonly<Record<string, number>>;
  /** Broken promises, one line each. */
  readonly faults: readonly string[];
}

/** A way to break the service or its data that a run must detect. */
export interface Control {
  readonly what: string;
  /** Must match one of the reported faults. */
  readonly noticed: RegExp;
  /** Settings of the server that is killed. */
  readonly env?: Readonly<Record<string, string>>;
  /** Runs before the load, on the data of a server that has started. */
  readonly before?: (dataDir: string) => Promise<unknown>;
  /** Runs after the kill, while the server is down. */
  readonly after?: (dataDir: string) => Promise<unknown>;
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Settings that name the stores; those that are not named lie in the data folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly control?: Control | undefined;
  /** Gets a line for each kill. */
  readonly report?: ((line: string) => void) | undefined;
}

/** What is killed again and again, on the same data. */
export interface KillSubject {
  /** Works, is killed, and is checked. */
  cycle(number: number): Promise<Cycle>;
  close?(): Promise<unknown>;
}

/** Kills until a promise is broken or it was done so often. With a broken promise the data folder is kept, and named. */
export async function killRepeatedly(
  { kills, control, report }: KillOptions,
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
  if (areKept() || control !== undefined) await rm(dataDir, { recursive: true, force: true });
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

/** Does something once, and gives what was wrong with the answer. Rejects when there is no complete one. */
export type Step = () => Promise<string | undefined>;

/** Clients that do their steps again and again, until something is wrong or they are stopped. */
export class Clients {
  readonly faults: string[] = [];
  private readonly over = new AbortController();
  private readonly running: Promise<unknown>;

  constructor(steps: readonly Step[]) {
    this.running = Promise.all(steps.map((step) => this.repeat(step)));
  }

  /** Resolves when it is so, or something is wrong. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.faults.length === 0) await sleep(POLL_MS);
  }

  /** What fails from now on is no fault. Resolves when all have ended, which `end` may bring about. */
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

/** What went wrong with a request to a server that lived. `fetch` tells only in the cause. */
function requestFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${String(error.cause)})` : '';
  return `a request failed while the server lived: ${String(error)}${cause}`;
}

/** Kills a server under load, at a random time after `hasBegun`. Gives what was wrong before. */
export async function killUnderLoad(
  server: ServerProcess,
  {
    steps,
    hasBegun,
    random,
    mostMs,
  }: {
    readonly steps: readonly Step[];
    readonly hasBegun: () => boolean;
    readonly random: Random;
    readonly mostMs: number;
  },
): Promise<readonly string[]> {
  const delayMs = random.below(mostMs + 1);
  const clients = new Clients(steps);
  await clients.until(hasBegun);
  await sleep(delayMs);
  await clients.stop(() => server.end('SIGKILL'));
  return clients.faults;
}
