import { fork, type ChildProcess } from 'node:child_process';
import { inheritedEnv, type RunningProgram } from './node-process.js';

/** After so many servers the process is replaced: what each of them leaves behind does not add up. */
const SERVERS_EACH = 25;

/** A server that was started. */
export interface Started {
  /** Where it listens. */
  readonly address: string;
  /** The token of its set-up link. */
  readonly setupToken: string;
}

interface Reply {
  readonly id: number;
  /** Absent for one that was stopped. */
  readonly started?: Started;
  /** Why it could not be started, or not be stopped. */
  readonly fault?: string;
}

interface Waiting {
  readonly resolve: (started: Started | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** A process in which servers run. It keeps this one alive only while it is asked for something. */
class HostProcess {
  private readonly waiting = new Map<number, Waiting>();
  private running = 0;
  private started = 0;
  private hasEnded = false;

  constructor(private readonly child: ChildProcess) {
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', (code) => {
      process.off('exit', kill);
      this.hasEnded = true;
      for (const { reject } of this.waiting.values())
        reject(new Error(`The process of the servers ended with ${code}.`));
    });
    child.on('message', (reply: Reply) => this.receive(reply));
    child.unref();
    child.channel?.unref();
  }

  get isUsable(): boolean {
    return !this.hasEnded && this.started < SERVERS_EACH;
  }

  /** Gives what is told of the server, and how to stop it. */
  async start(
    env: Readonly<Record<string, string>>,
  ): Promise<Started & { readonly stop: () => Promise<void> }> {
    const id = (this.started += 1);
    this.running += 1;
    const stop = async (): Promise<void> => void (await this.ask({ id }).finally(() => this.leave()));
    try {
      const started = await this.ask({ id, env });
      if (started === undefined) throw new Error('The process of the servers has not started one.');
      return { ...started, stop };
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  private leave(): void {
    this.running -= 1;
    if (this.running === 0 && !this.isUsable) this.child.kill('SIGKILL');
  }

  private async ask(order: { readonly id: number; readonly env?: object }): Promise<Started | undefined> {
    if (this.hasEnded) throw new Error('The process of the servers has ended.');
    const { channel } = this.child;
    if (this.waiting.size === 0) channel?.ref();
    try {
      return await new Promise<Started | undefined>((resolve, reject) => {
        this.waiting.set(order.id, { resolve, reject });
        this.child.send(order);
      });
    } finally {
      this.waiting.delete(order.id);
      if (this.waiting.size === 0) channel?.unref();
    }
  }

  private receive({ id, started, fault }: Reply): void {
    const { resolve, reject } = this.waiting.get(id) ?? {};
    if (fault === undefined) resolve?.(started);
    else reject?.(new Error(fault));
  }
}

/**
 * Servers that share a process, one after another or at once. Most of what it takes to start a server in a process of its own is
 * to load its code, and what it takes to answer first requests is to compile it.
 */
export class SharedHost {
  private current: HostProcess | undefined;

  /** @param program Starts a server for each message with settings, and stops it at the next one. */
  constructor(private readonly program: string) {}

  /** Starts a server with these settings. @throws {Error} with the reason, if it does not start. */
  async start(env: Readonly<Record<string, string>>): Promise<RunningProgram & Started> {
    if (this.current?.isUsable !== true) this.current = this.newProcess();
    const { stop, ...started } = await this.current.start(env);
    let stopped: Promise<void> | undefined;
    return {
      ...started,
      get pid(): number {
        throw ofItsOwn('identifier');
      },
      output: () => {
        throw ofItsOwn('output');
      },
      waitFor: () => Promise.reject(ofItsOwn('output')),
      end: async (signal) => {
        if (signal !== 'SIGTERM') throw ofItsOwn(signal);
        await (stopped ??= stop());
        return 0;
      },
    };
  }

  private newProcess(): HostProcess {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    return new HostProcess(fork(this.program, { env: inheritedEnv(), execArgv: [], stdio: [...stdio] }));
  }
}

const ofItsOwn = (what: string): Error =>
  new Error(`A server in a shared process has no ${what} of its own: use ServerProcess.start.`);
