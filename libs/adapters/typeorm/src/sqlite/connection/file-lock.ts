import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'sqlite-driver';
import { codeOf } from '../../sql/query-cause.js';
import { sqliteDriver } from './sqlite-driver.js';

/** A killed process keeps its locks until the kernel has freed its memory. */
const RETRY_MS = 300;
const PAUSE_MS = 50;

/**
 * Restricts a database to one process with an open transaction on an empty database beside it. The operating system
 * releases that lock however the process ends. The lock file is never removed: otherwise one process could lock the old
 * file and another the new one.
 */
export class FileLock {
  private constructor(
    private readonly held: Database,
    private readonly holderFile: string,
  ) {}

  /** @throws {DatabaseInUse} when another process holds the lock, or this one does already. */
  static async take(file: string): Promise<FileLock> {
    const lockFile = `${await targetOf(file)}.lock`;
    const holderFile = `${lockFile}.json`;
    const connection = connect(lockFile);
    try {
      if (!(await isLocked(connection))) throw new DatabaseInUse(file, await holderIn(holderFile));
    } catch (error) {
      connection.close();
      throw error;
    }
    await tell(holderFile);
    return new FileLock(connection, holderFile);
  }

  async release(): Promise<void> {
    await rm(this.holderFile, { force: true }).catch(() => undefined);
    this.held.close();
  }
}

function connect(lockFile: string): Database {
  const connection = new (sqliteDriver())(lockFile, { timeout: 0 });
  // An in-memory journal: even an empty transaction would create a file, for which a full disk has no space.
  connection.pragma('journal_mode = MEMORY');
  return connection;
}

/** Resolves symbolic links: one database must not be locked under two names. */
async function targetOf(file: string): Promise<string> {
  return await realpath(file).catch(async () => join(await realpath(dirname(file)), basename(file)));
}

async function isLocked(connection: Database): Promise<boolean> {
  for (const startedAt = performance.now(); ; await pause(PAUSE_MS)) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
      if (performance.now() - startedAt > RETRY_MS) return false;
    }
  }
}

/** Records who holds the lock. For information only; a full disk may prevent it. */
async function tell(holderFile: string): Promise<void> {
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  await writeFile(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600 }).catch(() => undefined);
}

async function holderIn(holderFile: string): Promise<Holder | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(holderFile, 'utf8'));
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const facts = new Map<string, unknown>(Object.entries(value));
  return ['pid', 'host', 'since'].map((name) => typeof facts.get(name)).join() === 'number,string,string';
}

/** The process that has a database open, as it described itself. `since` is an ISO 8601 time. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** The database is open in another process, or elsewhere in this one. The message is fit for users. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';

  constructor(
    readonly file: string,
    /** `undefined` if it did not describe itself. */
    readonly holder: Holder | undefined,
  ) {
    super(
      `The database ${file} is in use: ${described(holder)} has it open. One process at a time may use it: ` +
        'stop that one, or give this one a folder of its own.',
    );
  }
}

function described(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process';
  const { pid, host, since } = holder;
  const self = pid === process.pid && host === hostname() ? ', which is this one,' : '';
  return `process ${pid}${self} on ${host}, since ${since},`;
}
