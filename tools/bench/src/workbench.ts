import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cairn } from './cairn.js';
import { Child } from './child.js';

const TMPFS_MAGIC = 0x01021994; // linux/magic.h

export interface WorkbenchOptions {
  readonly dir: string | undefined;
  readonly profile: string | undefined;
}

/** Whether nothing in the folder is ever on a disk, so that to make it durable costs nothing. */
export async function isInMemory({ dir = tmpdir() }: WorkbenchOptions): Promise<boolean> {
  return process.platform === 'linux' && (await statfs(dir)).type === TMPFS_MAGIC;
}

/** A folder for one measurement and the servers that run in it; all of it is gone after `close`. */
export class Workbench {
  private readonly servers: { stop(): Promise<void> }[] = [];

  private constructor(
    readonly folder: string,
    private readonly profile: string | undefined,
  ) {}

  static async open({ dir = tmpdir(), profile }: WorkbenchOptions): Promise<Workbench> {
    return new Workbench(await mkdtemp(join(dir, 'cairn-bench-')), profile);
  }

  async startCairn(): Promise<Cairn> {
    const cairn = await Cairn.start(join(this.folder, 'cairn'), this.profile);
    this.servers.push(cairn);
    return cairn;
  }

  /** Starts a script of the folder `limits` and gives its port. */
  async startLimit(name: string, args: readonly string[] = []): Promise<number> {
    const script = fileURLToPath(new URL(`./limits/${name}.js`, import.meta.url));
    const child = Child.start({ args: [script, ...args], log: join(this.folder, `${name}.log`) });
    this.servers.push(child);
    return Number(await child.says(/^(\d+)\n/));
  }

  async makeFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder);
    return folder;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }
}
