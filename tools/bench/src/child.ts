import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT_MS = 20_000;
const POLL_MS = 20;

export interface ChildOptions {
  /** The arguments of `node`. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where it writes to: nothing reads along, so nothing but itself holds it up. */
  readonly log: string;
}

/** A server in a process of its own. */
export class Child {
  private constructor(
    private readonly process: ChildProcess,
    private readonly log: string,
  ) {}

  static start({ args, env = {}, log }: ChildOptions): Child {
    const output = openSync(log, 'a');
    try {
      const options = { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', output, output] as const };
      return new Child(spawn(process.execPath, args, { ...options, stdio: ['ignore', output, output] }), log);
    } finally {
      closeSync(output);
    }
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** The first group of `pattern` in what it has written, as soon as it has. @throws {Error} when it ends before. */
  async says(pattern: RegExp): Promise<string> {
    for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await delay(POLL_MS)) {
      const [, found] = pattern.exec(this.output()) ?? [];
      if (found !== undefined) return found;
      if (this.process.exitCode !== null) break;
    }
    throw new Error(`A server did not start:\n${this.output()}`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
  }

  private output(): string {
    return readFileSync(this.log, 'utf8');
  }
}
