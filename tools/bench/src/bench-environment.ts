import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventLoopMonitored, longestBlockMs } from '@cairn/harness';
import { Cairn } from './cairn.js';
import { Child } from './child.js';
import { writeLines } from './features/lines-file.js';
import { DURATION } from './hub/commands/duration.js';
import { SPACE } from './hub/hub-requests.js';
import { openStores, pairs, type Pair, type Stores } from './stores.js';

const COMMAND_TIMEOUT_MS = 30 * 60_000;
const TMPFS_MAGIC = 0x01021994; // linux/magic.h

export interface BenchEnvironmentOptions {
  readonly stores: Pair;
  /** Number of Cairn processes. */
  readonly nodes: number;
  readonly dir: string | undefined;
  readonly profile: string | undefined;
}

/** What came of a script that ran to its end. */
export interface CommandResult {
  /** As long as what it measures took. */
  readonly durationMs: number;
  /** The longest time for which its event loop was blocked; less than 5 ms is 0. */
  readonly blockedMs: number;
}

/** Whether the folder is on a tmpfs, where fsync costs nothing. */
export async function isInMemory({ dir = tmpdir() }: BenchEnvironmentOptions): Promise<boolean> {
  return process.platform === 'linux' && (await statfs(dir)).type === TMPFS_MAGIC;
}

/** The stores, folder and servers of one measurement. `close` stops and removes all of them. */
export class BenchEnvironment {
  private cairn: Cairn | undefined;
  private spawned = 0;
  private readonly servers: { stop(): Promise<void> }[] = [];
  private readonly endEarly = (): void => void this.close().finally(() => process.exit(1));

  private constructor(
    readonly folder: string,
    private readonly opened: Stores,
    private readonly options: BenchEnvironmentOptions,
  ) {
    process.once('SIGINT', this.endEarly).once('SIGTERM', this.endEarly);
  }

  static async open(options: BenchEnvironmentOptions): Promise<BenchEnvironment> {
    const opened = await openStores(options.stores);
    const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'cairn-bench-'));
    return new BenchEnvironment(folder, opened, options);
  }

  private get dataFolder(): string {
    return join(this.folder, 'cairn');
  }

  get stores(): Pair {
    return this.options.stores;
  }

  /** Whether the thresholds apply to these stores. */
  get hasThresholds(): boolean {
    return this.options.stores === pairs[0];
  }

  /** Starts Cairn with settings besides those of a benchmark. */
  async startCairn(settings: Readonly<Record<string, string>> = {}): Promise<Cairn> {
    const { nodes, profile } = this.options;
    const env = { ...this.opened.env, ...settings };
    const cairn = await Cairn.start({ folder: this.dataFolder, profile, nodes, env });
    this.servers.push(cairn);
    this.cairn = cairn;
    return cairn;
  }

  /** Starts a script of the folder `baselines`, which may use the stores. Returns its port in a list. */
  async startBaseline(name: string, args: readonly string[] = []): Promise<readonly number[]> {
    const script = fileURLToPath(new URL(`./baselines/${name}.js`, import.meta.url));
    const log = join(this.folder, `${name}.log`);
    const child = Child.start({ args: [script, ...args], env: this.opened.env, log });
    this.servers.push(child);
    return [Number(await child.waitFor(/^(\d+)\n/))];
  }

  /** The longest time for which Cairn's event loop was blocked since an epoch millisecond. */
  longestBlockMs(since: number): number {
    return this.cairn?.longestBlockMs(since) ?? 0;
  }

  /** Of the stores; `undefined` where Cairn has its records in its data folder. */
  get databaseUrl(): string | undefined {
    return this.opened.env['CAIRN_DATABASE_URL'];
  }

  /** Writes so many generated features to a file, one a line, and gives its name. */
  async writeFeatures(count: number): Promise<string> {
    const lines = join(this.folder, 'features.ndjson');
    await writeLines(lines, count);
    return lines;
  }

  /** Imports a file into the space `SPACE` of the stores, before Cairn is started on them. */
  async importLines(file: string): Promise<CommandResult> {
    return await this.runCommand('import-command', [this.dataFolder, SPACE, file]);
  }

  /** Runs a script of the folder `hub/commands`, which may use the stores. */
  async runCommand(name: string, args: readonly string[]): Promise<CommandResult> {
    const child = this.spawn(name, args);
    await child.waitFor(DURATION, COMMAND_TIMEOUT_MS);
    await child.ended();
    const [, durationMs, since] = DURATION.exec(child.output()) ?? [];
    return { durationMs: Number(durationMs), blockedMs: longestBlockMs(child.output(), Number(since)) };
  }

  /** Starts one of them that works until it is stopped, and waits until it does. */
  async startCommand(name: string, args: readonly string[]): Promise<{ stop(): Promise<void> }> {
    const child = this.spawn(name, args);
    await child.waitFor(/^under way: (.*)$/m);
    return child;
  }

  private spawn(name: string, args: readonly string[]): Child {
    const { profile } = this.options;
    const script = fileURLToPath(new URL(`./hub/commands/${name}.js`, import.meta.url));
    const profiled = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
    this.spawned += 1;
    const child = Child.start({
      args: [...profiled, script, ...args],
      env: { ...eventLoopMonitored, ...this.opened.env },
      log: join(this.folder, `${name}-${this.spawned}.log`),
    });
    this.servers.push(child);
    return child;
  }

  async makeFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder);
    return folder;
  }

  async close(): Promise<void> {
    process.off('SIGINT', this.endEarly).off('SIGTERM', this.endEarly);
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.opened.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
