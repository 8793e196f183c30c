import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KeySecret } from '@cairn/access';
import { RandomIdGenerator } from '@cairn/adapter-system';

const main = fileURLToPath(new URL('../../../apps/server/dist/bundled-main.js', import.meta.url));
const START_TIMEOUT_MS = 40_000;

/** As the command `start` of package.json has them. */
const MEMORY_GIVEN_BACK = { MALLOC_TRIM_THRESHOLD_: '1048576', MALLOC_MMAP_THRESHOLD_: '1048576' };

export interface ServerOptions {
  /** Settings besides port, data folder and bootstrap key. */
  readonly env?: Readonly<Record<string, string>>;
  /** A data folder to reuse. Without it a new one is made, and removed by `dispose`. */
  readonly dataDir?: string | undefined;
  readonly key?: string | undefined;
  /** Called by `dispose`. */
  readonly release?: (() => Promise<void>) | undefined;
}

/** A well-formed API key that no server knows yet. */
export function newKey(): string {
  return KeySecret.create(new RandomIdGenerator()).text;
}

/** The built server in its own process, on a free port. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: readonly string[],
    private readonly release: () => Promise<void>,
    readonly address: string,
    readonly dataDir: string,
    /** A key with every scope. */
    readonly key: string,
  ) {}

  /** Resolves when the server listens. Rejects with its output when it fails to start; then nothing of it is left. */
  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const { env = {}, dataDir, key = newKey() } = options;
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'cairn-')));
    const lines: string[] = [];
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'],
        ...MEMORY_GIVEN_BACK,
        CAIRN_PORT: '0',
        CAIRN_DATA_DIR: folder,
        CAIRN_BOOTSTRAP_KEY: key,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const listening = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
      const fail = (why: string): void => {
        clearTimeout(timer);
        child.kill('SIGKILL');
        reject(new Error(`The server ${why}:\n${lines.join('')}`));
      };
      const look = (): void => {
        const [, found] =
          /(?:listening at|Cairn is at (?!.*listening)) ?([^\s)]+)/.exec(lines.join('')) ?? [];
        if (found === undefined) return;
        clearTimeout(timer);
        child.stdout.off('data', look);
        child.stderr.off('data', look);
        resolve(found);
      };
      const keep = (chunk: Buffer): unknown => lines.push(chunk.toString());
      child.stdout.on('data', keep).on('data', look);
      child.stderr.on('data', keep).on('data', look);
      child.once('exit', (code) => fail(`ended with ${code}`));
    });
    const release = async (): Promise<void> => {
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
      await options.release?.();
    };
    const address = await listening.catch(async (error: unknown) => {
      await release();
      throw error;
    });
    return new ServerProcess(child, lines, release, address, folder, key);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The output so far. */
  output(): string {
    return this.lines.join('');
  }

  fetch(path: string, init: RequestInit & { readonly key?: string | null } = {}): Promise<Response> {
    const { key = this.key, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    return fetch(path.startsWith('http') ? path : this.address + path, { ...rest, headers });
  }

  /** Sends a signal and waits for the exit. Returns the exit code, or `null` if the signal ended the process. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
    return this.child.exitCode;
  }

  /** Ends the server, and removes its data folder if `start` made it. */
  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    await this.release();
  }
}
