import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const START_TIMEOUT_MS = 20_000;
const RETRY_MS = 50;

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The user to run as; defaults to the current one. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A server process that listens on a local port. */
export class Child {
  private constructor(private readonly process: ChildProcess) {}

  /** Resolves once it is ready, by default when it listens on the port. Rejects with the output if it ends before. */
  static async start(command: Command, port: number, isReady = listens): Promise<Child> {
    const { file, args, env = {}, user } = command;
    const child = spawn(file, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      ...user,
    });
    let written = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (written = (written + text).slice(-10_000)));
    }
    await Promise.race([
      untilReady(file, () => isReady(port)),
      once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended:\n${written}`))),
    ]);
    return new Child(child);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Sends a signal and waits for the exit. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    await exited;
  }
}

/** A free local port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilReady(file: string, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error(`${file} does not get ready.`);
    await setTimeout(RETRY_MS);
  }
}

async function listens(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
