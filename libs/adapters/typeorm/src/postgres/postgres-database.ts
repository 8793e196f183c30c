import { setTimeout as pause } from 'node:timers/promises';
import { inTurn, StorageUnavailable, type Queue } from '@cairn/kernel';
import { LargeShapes } from '@cairn/spaces/spi';
import type { Database } from '../sql/database.js';
import type { Connection } from './bulk/bulk-connection.js';
import type { TextRow } from './bulk/text-rows.js';
import { postgres } from './postgres-dialect.js';
import type { Leadership } from './leadership.js';
import type { AbortableCall, ConnectionPool } from './connection-pool.js';
import type { CallerClient } from './joined/joined-client.js';
import type { JoinedDatabase } from './joined/joined-database.js';
import { orUnavailable, storageError, isConflict } from './connection/storage-error.js';

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 20;

/** Longer than any work but the largest writes. */
const CLOSE_GRACE_MS = 1_000;

/** A PostgreSQL database that any number of processes use concurrently. */
export class PostgresDatabase implements Database {
  readonly dialect = postgres;

  /** Of features that are committed. */
  readonly shapes = new LargeShapes();

  private readonly underWay = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly pool: ConnectionPool,
    private readonly leadership: Leadership,
  ) {}

  /** Of this process, for reads and writes. */
  get maxConnections(): number {
    return this.pool.size;
  }

  /** The connections, and what waits for one. */
  get connections(): Queue {
    return this.pool;
  }

  async write<T>(work: (connection: Connection) => Promise<T>, call: AbortableCall = {}): Promise<T> {
    return await this.track(() => retried(() => this.pool.write(call, work)));
  }

  /** The server keeps no reserve. */
  async writeEvenIfFull<T>(
    work: (connection: Connection) => Promise<T>,
    call: AbortableCall = {},
  ): Promise<T> {
    return await this.write(work, call);
  }

  async read<T>(query: (connection: Connection) => Promise<T>, call: AbortableCall = {}): Promise<T> {
    return await this.track(() => this.pool.read(call, query));
  }

  /**
   * Rows of a query, as from `Connection.stream`, with the budget `bulk` unless another is given. Holds a connection
   * from the first batch until the rows are read to the end or abandoned; `close` does not wait for it.
   * @throws {StorageUnavailable}
   */
  async *stream(
    text: string,
    values: readonly unknown[] = [],
    call: AbortableCall = {},
  ): AsyncGenerator<readonly TextRow[], void> {
    this.assertOpen();
    try {
      yield* this.pool.stream(call, (connection) => connection.stream(text, values));
    } catch (error) {
      throw storageError(error);
    }
  }

  /**
   * What `read` yields in a read-only transaction with one snapshot, with the budget `bulk` for each statement unless
   * another is given. Holds a connection as `stream` does.
   * @throws {StorageUnavailable}
   */
  async *snapshot<T>(
    read: (connection: Connection) => AsyncGenerator<T, void>,
    call: AbortableCall = {},
  ): AsyncGenerator<T, void> {
    this.assertOpen();
    try {
      yield* this.pool.snapshot(call, read);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** The same tables in the transaction of a caller. */
  join(client: CallerClient): JoinedDatabase {
    this.assertOpen();
    return this.pool.join(client, this.dialect);
  }

  /** Resolves when the database answers. @throws {StorageUnavailable} */
  async check(): Promise<void> {
    await this.read((manager) => manager.query('SELECT 1'));
  }

  /**
   * Whether this process currently does the periodic work of all processes that use the database. Another one takes over
   * when it closes or loses its connection.
   * @throws {StorageUnavailable}
   */
  async leads(): Promise<boolean> {
    return await this.track(() => orUnavailable(this.leadership.isHeld()));
  }

  /** Waits for pending work, but not for long, and closes all connections. A second call waits for the first. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    await this.closing;
  }

  private async end(): Promise<void> {
    const grace = async (): Promise<void> => await pause(CLOSE_GRACE_MS, undefined, { ref: false });
    await inTurn(
      () => this.leadership.close(),
      // The server rolls back uncommitted work when its connection is lost.
      () => Promise.race([Promise.allSettled(this.underWay), grace()]),
      () => this.pool.close(),
    );
  }

  private async track<T>(run: () => Promise<T>): Promise<T> {
    this.assertOpen();
    const running = run();
    this.underWay.add(running);
    try {
      return await running;
    } catch (error) {
      throw storageError(error);
    } finally {
      this.underWay.delete(running);
    }
  }

  private assertOpen(): void {
    if (this.closing !== undefined) throw new StorageUnavailable('The database is closed.');
  }
}

/** What stores of features need of the database. In a transaction of the caller, which may be rolled back, no shapes are kept. */
export type FeatureDatabase = Partial<Pick<PostgresDatabase, 'shapes'>> &
  Pick<PostgresDatabase, 'read' | 'write' | 'stream' | 'snapshot' | 'maxConnections'>;

/** Retries at most three times after conflicts, with random pauses. */
export async function retried<T>(attempt: () => Promise<T>, retries = 0): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isConflict(error) || retries === MAX_RETRIES) throw error;
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** retries);
    return await retried(attempt, retries + 1);
  }
}
