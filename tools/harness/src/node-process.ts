import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const PATIENCE_MS = 60_000;

export interface NodeProcessOptions {
  /** Options of Node, then the program and its arguments. */
  readonly args: readonly string[];
  /** The whole environment, but for what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** A file for the output. Without one it is kept in memory, which takes time of this process. */
  readonly log?: string | undefined;
}

/** What each program gets of this process's environment: where to find others, and code that is compiled already. */
export function inheritedEnv(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}

/** What tests do with a program that runs. */
export interface RunningProgram {
  readonly pid: number;
  /** Everything that it has printed. */
  output(): string;
  /** Waits until the output matches `pattern`, and gives its first group. @throws {Error} if it does not. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Sends a signal and waits for the exit. Returns the exit code, or `null` if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A program of Node in a process of its own, which is killed when this process exits. */
export class NodeProcess implements RunningProgram {
  private readonly pieces: string[] = [];
  private isClosed = false;

  private constructor(
    private readonly child: ChildProcess,
    private readonly log: string | undefined,
  ) {
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    child.once('close', () => (this.isClosed = true));
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece: string) => this.pieces.push(piece));
  }

  static start({ args, env = {}, log }: NodeProcessOptions): NodeProcess {
    const output = log === undefined ? 'pipe' : openSync(log, 'a');
    try {
      const child = spawn(process.execPath, args, {
        env: { ...inheritedEnv(), ...env },
        stdio: ['ignore', output, output],
      });
      return new NodeProcess(child, log);
    } finally {
      if (typeof output === 'number') closeSync(output);
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Everything that it has printed. */
  output(): string {
    return this.log === undefined ? this.pieces.join('') : readFileSync(this.log, 'utf8');
  }

  /**
   * Waits until the output matches `pattern`, and gives its first group.
   * @throws {Error} with the output when the process ends or `patienceMs` pass first.
   */
  async waitFor(pattern: RegExp, patienceMs = PATIENCE_MS): Promise<string> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await delay(POLL_MS)) {
      const { isClosed } = this; // asked first: what it printed before it ended is read
      const [, found] = pattern.exec(this.output()) ?? [];
      if (found !== undefined) return found;
      if (isClosed) throw new Error(`The process ended with ${this.child.exitCode}:\n${this.output()}`);
    }
    throw new Error(`The process did not start in time:\n${this.output()}`);
  }

  /** Sends a signal and waits for the exit. Returns the exit code, or `null` if the signal ended the process. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
    return this.child.exitCode;
  }

  /** Resolves with the exit code when it has ended by itself or by a signal, and its output is whole. */
  async ended(): Promise<number | null> {
    if (!this.isClosed) await once(this.child, 'close');
    return this.child.exitCode;
  }
}
