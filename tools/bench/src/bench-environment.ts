import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cairn } from './cairn.js';
import { Child } from './child.js';
import { openStores, pairs, type Pair, type Stores } from './stores.js';

const TMPFS_MAGIC = 0x01021994; // linux/magic.h

export interface BenchEnvironmentOptions {
  readonly stores: Pair;
  /** Number of Cairn processes. */
  readonly nodes: number;
  readonly dir: string | undefined;
  readonly profile: string | undefined;
}

/** Whether the folder is on a tmpfs, where fsync costs nothing. */
export async function isInMemory({ dir = tmpdir() }: BenchEnvironmentOptions): Promise<boolean> {
  return process.platform === 'linux' && (await statfs(dir)).type === TMPFS_MAGIC;
}

/** The stores, folder and servers of one measurement. `close` stops and removes all of them. */
export class BenchEnvironment {
  private cairn: Cairn | undefined;
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

  get stores(): Pair {
    return this.options.stores;
  }

  /** Whether the thresholds apply to these stores. */
  get hasThresholds(): boolean {
    return this.options.stores === pairs[0];
  }

  async startCairn(): Promise<Cairn> {
    const { nodes, profile } = this.options;
    const folder = join(this.folder, 'cairn');
    const cairn = await Cairn.start({ folder, profile, nodes, env: this.opened.env });
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
