import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newKey, ServerProcess, until, type ServerOptions } from '@cairn/harness';
import Sqlite from 'sqlite-driver';
import { DataSource } from 'typeorm';
import { databaseOf } from '../data-dir.js';

// The compiled file: the server that loads it runs without a compiler.
const preload = new URL('../../dist/faulty-work/fault-preload.js', import.meta.url);

/** A guard that a test takes away, to see the check fail. */
export type Guard = 'time' | 'memory' | 'isolation';

/** Failed work, as `GET /api/jobs` lists it. */
export interface Failure {
  readonly reason: string;
  readonly retryAt: string | null;
}

interface Job {
  readonly name: string;
  readonly failures: readonly Failure[];
  readonly startedAt: string | null;
}

/** Servers on one database and one folder, in which marked work misbehaves. */
export class FaultyServers {
  readonly nodes: ServerProcess[] = [];
  private aheadMs = 0;
  private broken = 0;
  private readonly repairs: string[] = [];

  private constructor(
    private readonly options: ServerOptions,
    private readonly folder: string,
    readonly dataDir: string,
    private readonly databaseUrl: string | undefined,
  ) {}

  static async open(databaseUrl?: string, without?: Guard): Promise<FaultyServers> {
    const [folder, dataDir] = [
      await mkdtemp(join(tmpdir(), 'cairn-faults-')),
      await mkdtemp(join(tmpdir(), 'cairn-')),
    ];
    const address = new URL(preload);
    address.searchParams.set('folder', folder);
    if (without !== undefined) address.searchParams.set('without', without);
    const env = {
      CAIRN_TRASH_DAYS: '0', // deletions give the background work at once
      NODE_OPTIONS: `--import ${address.href}`,
      ...(databaseUrl !== undefined && { CAIRN_DATABASE_URL: databaseUrl }),
    };
    const servers = new FaultyServers({ env, dataDir, key: newKey() }, folder, dataDir, databaseUrl);
    await servers.start();
    return servers;
  }

  /** The server that gets the requests. */
  get server(): ServerProcess {
    const server = this.nodes.at(-1);
    if (server === undefined) throw new Error('No server runs.');
    return server;
  }

  async start(): Promise<void> {
    this.nodes.push(await ServerProcess.start(this.options));
  }

  /** Ends that server, and starts another in its place. */
  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.nodes.pop()?.end(signal);
    await this.start();
  }

  /** Starts a server that ends by itself, perhaps before it listens. */
  async startInVain(): Promise<void> {
    await this.start().then(
      () => this.hasEnded(),
      () => undefined,
    );
  }

  /** Waits until the server that gets the requests has ended by itself. */
  async hasEnded(): Promise<void> {
    const { pid } = this.server;
    await until('the server ends', async () => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    });
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.dispose();
    for (const folder of [this.folder, this.dataDir]) await rm(folder, { recursive: true, force: true });
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return await this.server.json<T>(method, path, body);
  }

  /** The rows of a statement on the database of the servers. */
  async sql(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const source = await new DataSource(
      this.databaseUrl === undefined
        ? { type: 'better-sqlite3', database: databaseOf(this.dataDir), driver: Sqlite }
        : { type: 'postgres', url: this.databaseUrl },
    ).initialize();
    try {
      return await source.query(statement);
    } finally {
      await source.destroy();
    }
  }

  get isOnPostgres(): boolean {
    return this.databaseUrl !== undefined;
  }

  /** Makes statements such as `DELETE ON feature` fail for matching rows, until `mend`. */
  async breakStatements(what: string, row: string): Promise<void> {
    const name = `broken_${(this.broken += 1)}`;
    if (!this.isOnPostgres)
      await this.sql(`CREATE TRIGGER ${name} BEFORE ${what} WHEN ${row}
        BEGIN SELECT RAISE(ABORT, 'It is broken.'); END`);
    else
      await this.sql(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'It is broken.'; END $$;
        CREATE TRIGGER ${name} BEFORE ${what} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION ${name}()`);
    const table = what.split(' ').at(-1) ?? '';
    this.repairs.push(`DROP TRIGGER ${name}${this.isOnPostgres ? ` ON ${table}` : ''}`);
  }

  async jobs(): Promise<readonly Job[]> {
    return await this.json('GET', '/api/jobs');
  }

  async failuresOf(name: string): Promise<readonly Failure[]> {
    return (await this.jobs()).find((job) => job.name === name)?.failures ?? [];
  }

  /** The faults that have happened so far, such as `copy-large-features hangs`. */
  async tries(): Promise<readonly string[]> {
    return (await this.read('tries')).split('\n').slice(0, -1);
  }

  /** The most that a fault has allocated. */
  async allocatedBytes(): Promise<number> {
    return Math.max(0, ...(await this.read('allocated')).split('\n').map(Number));
  }

  /** Advances the clocks of all servers. */
  async advance(hours: number): Promise<void> {
    this.aheadMs += hours * 3_600_000;
    await writeFile(join(this.folder, 'clock'), String(this.aheadMs));
    await pause(50); // they look every 20 ms
  }

  /** Makes the deletion of a blob misbehave. `file` is the name of its file. */
  async hold(file: string, fault: string): Promise<void> {
    await writeFile(join(this.folder, `${file}.held`), fault);
  }

  /** Ends all faults. */
  async mend(): Promise<void> {
    await appendFile(join(this.folder, 'mended'), '');
    for (const repair of this.repairs.splice(0)) await this.sql(repair);
  }

  private async read(name: string): Promise<string> {
    return await readFile(join(this.folder, name), 'utf8').catch(() => '');
  }
}
