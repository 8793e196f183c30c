import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Child, freePort } from './child.js';
import { programOf } from './programs.js';

const run = promisify(execFile);
const READY_TIMEOUT_MS = 20_000;
const RETRY_MS = 50;
const SETTINGS = ['listen_addresses=127.0.0.1', 'max_connections=200'];
/** Settings with which data may be lost when the power is, and not when processes are killed. */
export const WITHOUT_SYNC = ['fsync=off', 'full_page_writes=off'] as const;

/** Its first user, who is asked for a password where there is one. */
export interface FirstUser {
  readonly name: string;
  readonly password?: string;
}

/** A PostgreSQL server with its own data folder, removed by `stop`. */
export class PostgresServer {
  private constructor(
    private readonly launched: Launch,
    private readonly first: FirstUser,
    private child: Child,
  ) {}

  /** Starts it with settings such as `fsync=off`. @throws {Error} when PostgreSQL is not installed. */
  static async start(
    first: FirstUser = { name: 'cairn' },
    settings: readonly string[] = [],
  ): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-postgres-'));
    const port = await freePort();
    const user = await unprivileged();
    const data = join(folder, 'data');
    await mkdir(data);
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, first.password ?? '');
    if (user) for (const path of [folder, data, passwordFile]) await chown(path, user.uid, user.gid);
    const access =
      first.password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const options = [...access, `--username=${first.name}`, '--encoding=UTF8', '--no-locale', '--no-sync'];
    await run(programOf('initdb', 'PostgreSQL'), ['-D', data, ...options], { ...user, cwd: '/' });
    const launched = { folder, port, user, settings };
    return new PostgresServer(launched, first, await launch(launched));
  }

  /** Address of its first database, for a user who may create others. */
  get url(): string {
    const { name, password } = this.first;
    return `postgres://${name}${password === undefined ? '' : `:${password}`}@127.0.0.1:${this.launched.port}/postgres`;
  }

  /** Of the process that all others of it are children of. */
  get pid(): number {
    return this.child.pid;
  }

  /** Kills all its processes at once, like a power cut. */
  async kill(): Promise<void> {
    const { pid } = this.child;
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
    const backends = stdout.trim().split(/\s+/).map(Number);
    const killed = this.child.end('SIGKILL');
    for (const backend of backends) endIfThere(backend);
    await killed;
  }

  /** Restarts it on the same data. Resolves when it accepts connections. */
  async restart(): Promise<void> {
    this.child = await launch(this.launched);
  }

  async stop(): Promise<void> {
    await this.child.end('SIGINT');
    await rm(this.launched.folder, { recursive: true, force: true });
  }
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited by itself.
  }
}

/** What a server is launched with. */
interface Launch {
  readonly folder: string;
  readonly port: number;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  readonly settings: readonly string[];
}

async function launch({ folder, port, user, settings }: Launch): Promise<Child> {
  const all = [...SETTINGS, ...settings, `port=${port}`, `unix_socket_directories=${folder}`];
  const args = ['-D', join(folder, 'data'), ...all.flatMap((setting) => ['-c', setting])];
  const child = await Child.start({ file: programOf('postgres', 'PostgreSQL'), args, user }, port);
  await untilReady(port);
  return child;
}

/** It listens before it takes connections: until then it answers that it is starting up. */
async function untilReady(port: number): Promise<void> {
  const options = ['--host', '127.0.0.1', '--port', String(port), '--timeout', '1', '--quiet'];
  for (const until = Date.now() + READY_TIMEOUT_MS; ;)
    try {
      return void (await run(programOf('pg_isready', 'PostgreSQL'), options));
    } catch (error) {
      if (Date.now() > until) throw error;
      await delay(RETRY_MS);
    }
}

/** The user that the Debian package created: PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
