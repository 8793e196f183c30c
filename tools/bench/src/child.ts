import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

export interface ChildOptions {
  /** The arguments of `node`. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file that receives the output. A file never blocks the process, an unread pipe would. */
  readonly log: string;
}

/** A process of a measurement. It is killed when this process exits. */
export class Child {
  private constructor(
    private readonly child: ChildProcess,
    private readonly log: string,
  ) {
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
  }

  static start({ args, env = {}, log }: ChildOptions): Child {
    const output = openSync(log, 'a');
    try {
      const all = { PATH: process.env['PATH'], ...env };
      return new Child(spawn(process.execPath, args, { env: all, stdio: ['ignore', output, output] }), log);
    } finally {
      closeSync(output);
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /**
   * Waits until the output matches `pattern` and returns its first group.
   * @throws {Error} when the process ends or the timeout passes first.
   */
  async waitFor(pattern: RegExp, timeoutMs = START_TIMEOUT_MS): Promise<string> {
    for (const until = performance.now() + timeoutMs; performance.now() < until; await delay(POLL_MS)) {
      const hasEnded = this.hasEnded(); // asked first: what it printed before it ended is read
      const [, found] = pattern.exec(this.output()) ?? [];
      if (found !== undefined) return found;
      if (hasEnded) break;
    }
    throw new Error(`A process did not do what it was started for:\n${this.output()}`);
  }

  async stop(): Promise<void> {
    if (this.hasEnded()) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }

  /** Resolves when it has ended by itself. */
  async ended(): Promise<void> {
    if (!this.hasEnded()) await once(this.child, 'exit');
  }

  private hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Everything that it has printed. */
  output(): string {
    return readFileSync(this.log, 'utf8');
  }
}
