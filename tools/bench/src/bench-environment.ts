import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  eventLoopMonitored,
  longestBlockMs,
  newKey,
  NodeProcess,
  ServerProcess,
  UNLIMITED,
  type ServerOptions,
} from '@cairn/harness';
import { PostgresServer, S3Server } from '@cairn/services';
import { generatedLines } from './hub/generated-features.js';
import { SPACE } from './hub/requests.js';
import { pairs, type Options, type StorePair } from './options.js';
import { DURATION } from './programs/duration.js';
import type { Result } from './result.js';

const PROGRAM_TIMEOUT_MS = 30 * 60_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const TMPFS_MAGIC = 0x01021994; // linux/magic.h

/** Setting of a server that has no spaces in memory. */
export const NOT_HOT = { CAIRN_HOT_SPACES: '0' };

export type Measure = (options: Options) => Promise<readonly Result[]>;

/** What came of a program that ran to its end. */
export interface ProgramResult {
  /** As long as what it measures took. */
  readonly durationMs: number;
  /** The longest time for which its event loop was blocked; less than 5 ms is 0. */
  readonly blockedMs: number;
}

/** The built server, in one process or several. */
export interface Cairn {
  /** The first of them. */
  readonly server: ServerProcess;
  readonly ports: readonly number[];
  readonly authorization: { readonly Authorization: string };
}

/** Whether the folder is on a tmpfs, where fsync costs nothing. */
export async function isInMemory({ dir = tmpdir() }: Options): Promise<boolean> {
  return process.platform === 'linux' && (await statfs(dir)).type === TMPFS_MAGIC;
}

/** The stores, folder and processes of one measurement. `close` ends and removes all of them. */
export class BenchEnvironment {
  private static readonly all = new Set<BenchEnvironment>();
  private readonly opened: (() => Promise<unknown>)[] = [];
  private readonly nodes: ServerProcess[] = [];
  private postgres: PostgresServer | undefined;
  private env: Readonly<Record<string, string>> = {};
  private closing: Promise<void> | undefined;

  private constructor(
    readonly folder: string,
    private readonly options: Options,
  ) {
    if (BenchEnvironment.all.size === 0) for (const signal of SIGNALS) process.on(signal, endEarly);
    BenchEnvironment.all.add(this);
  }

  /** Opens one, and closes it when the work is done. */
  static async use<T>(options: Options, work: (environment: BenchEnvironment) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'cairn-bench-'));
    const environment = new BenchEnvironment(folder, options);
    try {
      if (options.stores === 'postgres+s3') await environment.openServers();
      return await work(environment);
    } finally {
      await environment.close();
    }
  }

  get stores(): StorePair {
    return this.options.stores;
  }

  /** Whether the thresholds apply to these stores. */
  get hasThresholds(): boolean {
    return this.options.stores === pairs[0];
  }

  /** Of the stores; `undefined` where Cairn has its records in its data folder. */
  get databaseUrl(): string | undefined {
    return this.env['CAIRN_DATABASE_URL'];
  }

  /** The process of the database server, if there is one. */
  get databasePids(): readonly number[] {
    return this.postgres === undefined ? [] : [this.postgres.pid];
  }

  /** Starts Cairn with settings besides those of a benchmark; a second one on a data folder of another name. */
  async startCairn(settings: Readonly<Record<string, string>> = {}, folder = 'cairn'): Promise<Cairn> {
    const [dataDir, key] = [join(this.folder, folder), newKey()];
    await mkdir(dataDir, { recursive: true });
    const started: ServerProcess[] = [];
    while (started.length < this.options.nodes) {
      const server = await ServerProcess.start({
        dataDir,
        key,
        env: { ...UNLIMITED, ...eventLoopMonitored, ...this.env, ...settings },
        log: join(this.folder, `cairn-${this.nodes.length}.log`),
        nodeOptions: this.profiling,
      });
      this.opened.push(() => server.end('SIGTERM'));
      this.nodes.push(server);
      started.push(server);
    }
    const [server] = started;
    if (server === undefined) throw new Error('No node was started.');
    const ports = started.map(({ address }) => Number(new URL(address).port));
    return { server, ports, authorization: { Authorization: `Bearer ${key}` } };
  }

  /** The longest time for which an event loop of Cairn was blocked since an epoch millisecond. */
  longestBlockMs(since: number): number {
    return Math.max(0, ...this.nodes.map((node) => longestBlockMs(node.output(), since)));
  }

  /** Starts a server of the folder `programs`, which may use the stores. Returns its port in a list. */
  async startBaseline(name: string, args: readonly string[] = []): Promise<readonly number[]> {
    const child = this.spawn(name, args);
    return [Number(await child.waitFor(/^(\d+)\n/))];
  }

  /** Writes so many generated features to a file, one a line, and gives its name. */
  async writeFeatures(count: number): Promise<string> {
    const file = join(this.folder, 'features.ndjson');
    await writeFile(file, generatedLines(count));
    return file;
  }

  /** Imports a file into a new space of the stores, before Cairn is started on them. */
  async importLines(file: string, space = SPACE): Promise<ProgramResult> {
    return await this.runProgram('import', [join(this.folder, 'cairn'), space, file]);
  }

  /** Runs a program of the folder `programs` to its end. */
  async runProgram(name: string, args: readonly string[]): Promise<ProgramResult> {
    const child = this.spawn(name, args, { nodeOptions: this.profiling, env: eventLoopMonitored });
    await child.waitFor(DURATION, PROGRAM_TIMEOUT_MS);
    await child.ended();
    const [, durationMs, since] = DURATION.exec(child.output()) ?? [];
    return { durationMs: Number(durationMs), blockedMs: longestBlockMs(child.output(), Number(since)) };
  }

  /** Starts one of them that works until it is ended, and waits until it does. */
  async startProgram(name: string, args: readonly string[]): Promise<NodeProcess> {
    const child = this.spawn(name, args);
    await child.waitFor(/^under way: (.*)$/m);
    return child;
  }

  /** What `close` ends, too. */
  onClose(end: () => Promise<unknown>): void {
    this.opened.push(end);
  }

  async makeFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder);
    return folder;
  }

  private get profiling(): readonly string[] {
    const { profile } = this.options;
    return profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  }

  private spawn(
    name: string,
    args: readonly string[],
    { nodeOptions = [], env = {} }: Pick<ServerOptions, 'nodeOptions' | 'env'> = {},
  ): NodeProcess {
    const script = fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
    const child = NodeProcess.start({
      args: [...nodeOptions, script, ...args],
      env: { ...env, ...this.env },
      log: join(this.folder, `program-${this.opened.length}.log`),
    });
    this.opened.push(() => child.end('SIGTERM'));
    return child;
  }

  private async openServers(): Promise<void> {
    const postgres = await PostgresServer.start();
    this.postgres = postgres;
    this.onClose(() => postgres.stop());
    const s3 = await S3Server.start('seaweedfs');
    this.opened.push(() => s3.stop());
    this.env = { CAIRN_DATABASE_URL: postgres.url, CAIRN_BLOB_URL: await s3.bucket('bench') };
  }

  /** Closes all that are open. */
  static async closeAll(): Promise<void> {
    await Promise.allSettled([...BenchEnvironment.all].map((environment) => environment.close()));
  }

  private close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  /** In the reverse order: servers are ended before their stores. */
  private async end(): Promise<void> {
    for (const end of this.opened.splice(0).reverse()) await end();
    await rm(this.folder, { recursive: true, force: true });
    BenchEnvironment.all.delete(this);
    if (BenchEnvironment.all.size === 0) for (const signal of SIGNALS) process.off(signal, endEarly);
  }
}

const endEarly = (): void => void BenchEnvironment.closeAll().finally(() => process.exit(1));
