import type { DataSource } from 'typeorm';
import { StorageUnavailable } from '@cairn/kernel';
import type { Database } from '../database.js';
import { postgres } from '../sql/dialect.js';
import type { Leadership } from './leadership.js';
import { orUnavailable } from './connection/or-unavailable.js';
import { retried } from './connection/retried.js';
import { storageError } from './connection/storage-error.js';
import { inTransaction, withConnection } from './connection/with-connection.js';
import type { Statements } from '../sql/statements.js';
import { statementsOf } from '../sql/statements-of.js';

/** A PostgreSQL database that any number of processes use at once. */
export class PostgresDatabase implements Database {
  readonly dialect = postgres;

  private readonly underWay = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly leadership: Leadership,
  ) {}

  async write<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.track(() =>
      retried(() => withConnection(this.source, (runner) => inTransaction(runner, work))),
    );
  }

  /** The room that is kept is the server's affair. */
  async writeEvenIfFull<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.write(work);
  }

  async read<T>(query: (manager: Statements) => Promise<T>): Promise<T> {
    return await this.track(() =>
      withConnection(this.source, (runner) => query(statementsOf(runner.manager))),
    );
  }

  /** Succeeds when the database answers now. @throws {StorageUnavailable} */
  async check(): Promise<void> {
    await this.read((manager) => manager.query('SELECT 1'));
  }

  /**
   * Whether this process is the one, of all that use the database, that does periodic work now. Another one takes over
   * when it closes or its connection is lost.
   * @throws {StorageUnavailable}
   */
  async leads(): Promise<boolean> {
    return await this.track(() => orUnavailable(this.leadership.isHeld()));
  }

  /** Waits for what is under way and closes all connections; a second call waits for the first. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    await this.closing;
  }

  private async end(): Promise<void> {
    await this.leadership.close();
    await Promise.allSettled(this.underWay);
    await this.source.destroy();
  }

  private async track<T>(run: () => Promise<T>): Promise<T> {
    if (this.closing !== undefined) throw new StorageUnavailable('The database is closed.');
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
}
