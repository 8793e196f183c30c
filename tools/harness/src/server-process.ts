import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeySecret } from '@cairn/access';
import { RandomIdGenerator } from '@cairn/adapter-system';
import { NodeProcess, type RunningProgram } from './node-process.js';
import { hostProgram, sharedHost, testHost } from './test-host.js';

const START_TIMEOUT_MS = 120_000;
const LISTENING = /(?:listening at|Cairn is at (?!.*listening)) ?([^\s)]+)/;

/** As the command `start` of package.json has them. */
const MEMORY_GIVEN_BACK = { MALLOC_TRIM_THRESHOLD_: '1048576', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Settings of a server that takes as much as is sent. */
export const UNLIMITED = {
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_RATE_FAILED_AUTH: '0',
  CAIRN_IMAGE_QUOTA: '1000000000',
} as const;

/** Settings of a server without files. It starts with less than half the work, and answers as one that has them; `inMemory` with less still. */
export const IN_MEMORY = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' } as const;

export interface ServerOptions {
  /** Settings besides port, data folder and bootstrap key. */
  readonly env?: Readonly<Record<string, string>>;
  /** A data folder to reuse. Without it a new one is made, and removed by `dispose`. */
  readonly dataDir?: string | undefined;
  readonly key?: string | undefined;
  /** Called by `dispose`. */
  readonly release?: (() => Promise<void>) | undefined;
  /** A file for the output. */
  readonly log?: string | undefined;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
  /** How far its clock is ahead. What a killed server held for less than this is free at once. */
  readonly aheadMs?: number;
  /** Whether its clock can be moved on, with `anHourPasses`. */
  readonly clockMoves?: boolean;
}

/** An option of Node that makes the limits of a program twenty times as long, if they are of a second and more. */
export const PATIENT: readonly string[] = [
  '--import',
  'data:text/javascript,const set = setTimeout;' +
    'globalThis.setTimeout = (run, ms, ...given) => set(run, ms < 1000 ? ms : 20 * ms, ...given);',
];

const HOUR_MS = 3_600_000;
const MOVED = 'The clock is ahead of time by';

/** An option of Node that sets the clock, and moves it on at a signal. */
const clockAhead = (ms: number): readonly string[] => [
  '--import',
  `data:text/javascript,const now = Date.now; let ahead = ${ms}; Date.now = () => now() + ahead;` +
    `process.on('SIGUSR2', () => console.error('${MOVED}', (ahead += ${HOUR_MS})));`,
];

/** A well-formed API key that no server knows yet. */
export function newKey(): string {
  return KeySecret.create(new RandomIdGenerator()).text;
}

/** Parts of an upload form. */
export interface UploadParts {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly path?: string;
  readonly tags?: string;
  readonly visibility?: string;
  readonly takenAt?: string;
  readonly metadata?: string;
}

/** A multipart form with the fields before the file. */
export function uploadForm({ bytes, name = 'photo.jpg', ...fields }: UploadParts): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([Uint8Array.from(bytes)]), name);
  return form;
}

/** The built server, or another host of it, on a free port, in its own process unless it says otherwise. */
export class ServerProcess {
  private constructor(
    private readonly process: RunningProgram,
    private readonly release: () => Promise<void>,
    /** The URL that all addresses of Cairn are below. */
    readonly address: string,
    readonly dataDir: string,
    /** A key with every scope. */
    readonly key: string,
    private aheadMs: number,
    private readonly givenSetupToken?: string,
  ) {}

  /** Resolves when the server listens. Rejects with its output when it fails to start; then nothing of it is left. */
  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const {
      env = {},
      dataDir,
      key = newKey(),
      log,
      nodeOptions = [],
      aheadMs = 0,
      clockMoves = false,
    } = options;
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'cairn-')));
    const process = NodeProcess.start({
      args: [...nodeOptions, ...(aheadMs > 0 || clockMoves ? clockAhead(aheadMs) : []), hostProgram()],
      env: {
        ...MEMORY_GIVEN_BACK,
        CAIRN_PORT: '0',
        CAIRN_DATA_DIR: folder,
        CAIRN_BOOTSTRAP_KEY: key,
        ...env,
      },
      log,
    });
    const release = async (): Promise<void> => {
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
      await options.release?.();
    };
    const address = await process.waitFor(LISTENING, START_TIMEOUT_MS).catch(async (error: unknown) => {
      await process.end('SIGKILL');
      await release();
      throw error;
    });
    return new ServerProcess(process, release, address, folder, key, aheadMs);
  }

  /**
   * Starts a server that has no files, in a process that all suites of a worker share: it starts with a tenth of the work. It has
   * neither an output nor a process identifier of its own, and `SIGTERM` alone ends it.
   */
  static async inMemory(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const settings = { ...IN_MEMORY, ...env };
    if (testHost().name !== 'server') return await ServerProcess.start({ env: settings });
    const [folder, key] = [await mkdtemp(join(tmpdir(), 'cairn-')), newKey()];
    const release = async (): Promise<void> => await rm(folder, { recursive: true, force: true });
    const own = { CAIRN_PORT: '0', CAIRN_DATA_DIR: folder, CAIRN_BOOTSTRAP_KEY: key };
    try {
      const server = await sharedHost.start({ ...own, ...settings });
      return new ServerProcess(server, release, server.address, folder, key, 0, server.setupToken);
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The scheme, the host and the port of its address. */
  get origin(): string {
    return new URL(this.address).origin;
  }

  /** The path of an address, as a request line has it: `/livez` may be `/media/livez`. */
  target(path: string): string {
    return this.address.slice(this.origin.length) + path;
  }

  /** What `fetch` takes for a URL, or a target, that the server has given: its path and query, below the server's own path. */
  pathOf(url: string): string {
    const { pathname, search } = new URL(url, this.address);
    const own = this.target('');
    return (pathname.startsWith(`${own}/`) ? pathname.slice(own.length) : pathname) + search;
  }

  /** Where its public door listens, which `CAIRN_PUBLIC_PORT` opens. @throws {Error} if it has none. */
  get door(): string {
    const [, door] = /"at":"([^"]+)","msg":"the public door is open"/.exec(this.output()) ?? [];
    if (door === undefined) throw new Error('The server has no public door.');
    return door;
  }

  get pid(): number {
    return this.process.pid;
  }

  /** The token of the set-up link that it has printed; empty if it has an owner. */
  get setupToken(): string {
    return this.givenSetupToken ?? /\/setup#(\w+)/.exec(this.output())?.[1] ?? '';
  }

  /** The output so far. */
  output(): string {
    return this.process.output();
  }

  fetch(path: string, init: RequestInit & { readonly key?: string | null } = {}): Promise<Response> {
    const { key = this.key, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    return fetch(path.startsWith('http') ? path : this.address + path, { ...rest, headers });
  }

  /** Sends a form, or anything else as JSON, and gives the text of the answer. @throws {Error} with it, unless it is a success. */
  async request(method: string, path: string, body?: unknown): Promise<string> {
    const isForm = body instanceof FormData;
    const response = await this.fetch(path, {
      method,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
    return text;
  }

  /** The same for an answer that is JSON; `undefined` if it is empty. */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const text = await this.request(method, path, body);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Uploads an image, and gives its identifier and the path of its file. */
  async upload(parts: UploadParts): Promise<{ readonly id: string; readonly path: string }> {
    const form = uploadForm(parts);
    const { id, url } = await this.json<Readonly<Record<'id' | 'url', string>>>('POST', '/api/upload', form);
    return { id, path: this.pathOf(url) };
  }

  /** Moves its clock on: what has expired by then is expired when this resolves. */
  async anHourPasses(): Promise<void> {
    this.aheadMs += HOUR_MS;
    process.kill(this.pid, 'SIGUSR2');
    await this.process.waitFor(new RegExp(`(${MOVED} ${this.aheadMs})`));
  }

  /** Sends a signal and waits for the exit. Returns the exit code, or `null` if the signal ended the process. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    return await this.process.end(signal);
  }

  /** Ends the server, and removes its data folder if `start` made it. */
  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    await this.release();
  }
}
