import type { QueueState } from '@cairn/kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Call, Dialect } from '../sql/database.js';
import { Connection } from './bulk/bulk-connection.js';
import { cancelOnAbort } from './connection/cancel-request.js';
import type { PostgresClient } from './connection/postgres-client.js';
import { orUnavailable, storageError } from './connection/storage-error.js';
import type { PostgresAddress } from './connection/postgres-address.js';
import type { TimeLimits } from './connection/time-limits.js';
import { JoinedClient, type CallerClient } from './joined/joined-client.js';
import { untraced, type EventOrigin } from '../sql/statements.js';
import { JoinedDatabase } from './joined/joined-database.js';

/** A call that can be cancelled. */
export interface AbortableCall extends Call {
  /** Cancels the running statement; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A connection lent to one unit of work until `release`. */
interface Loan {
  readonly client: PostgresClient;
  readonly connection: Connection;
  /** Rolls back uncommitted work. */
  release(): Promise<void>;
}

/**
 * The connections of a process to its database, each lent to one unit of work at a time. A connection in doubtful state
 * is not reused. Every method throws `StorageUnavailable` if there is no connection.
 */
export class ConnectionPool {
  /** How many there are at most. */
  readonly size: number;
  private ended = 0;
  private readonly limits: TimeLimits;
  private readonly schema: string | undefined;

  constructor(
    private readonly source: DataSource,
    address: Pick<PostgresAddress, 'limits' | 'maxConnections' | 'schema'>,
    private readonly origin: EventOrigin = untraced(Date),
  ) {
    this.size = address.maxConnections;
    this.limits = address.limits;
    this.schema = address.schema;
  }

  /** The connections that are lent, and what waits for one. */
  get state(): QueueState {
    // TypeORM types the pool of `pg` as `any`.
    const { totalCount, idleCount, waitingCount } = (this.source.driver as PostgresDriver).master as Pool;
    const lent = totalCount - idleCount;
    const { size: limit, ended } = this;
    return { running: lent, waiting: waitingCount, limit, held: lent, ended, refused: 0, idle: idleCount };
  }

  async read<T>(call: AbortableCall, query: (connection: Connection) => Promise<T>): Promise<T> {
    const limit = this.limits[call.budget ?? 'lookup'];
    return await this.lend(call, async ({ client, connection }) => {
      await client.limit(limit);
      return await query(connection);
    });
  }

  /** Runs `work` in a transaction and commits it. */
  async write<T>(call: AbortableCall, work: (connection: Connection) => Promise<T>): Promise<T> {
    const limit = this.limits[call.budget ?? 'change'];
    return await this.lend(call, async ({ client, connection }) => {
      try {
        await client.begin(limit);
        const result = await work(connection);
        call.signal?.throwIfAborted();
        await client.commit();
        return result;
      } catch (error) {
        // Conflicts are not retried if the rows can be read only once.
        throw connection.isRepeatable ? error : storageError(error);
      }
    });
  }

  /** Yields what `query` yields. Its connection is held until that is read to the end or abandoned. */
  async *stream<T>(
    call: AbortableCall,
    query: (connection: Connection) => AsyncGenerator<T, void>,
  ): AsyncGenerator<T, void> {
    const loan = await this.borrow(call.signal);
    try {
      await loan.client.limit(this.limits[call.budget ?? 'bulk']);
      yield* query(loan.connection);
    } catch (error) {
      throw call.signal?.aborted ? call.signal.reason : error;
    } finally {
      await loan.release();
    }
  }

  /** Yields what `read` yields in a read-only transaction with one snapshot. */
  async *snapshot<T>(
    call: AbortableCall,
    read: (connection: Connection) => AsyncGenerator<T, void>,
  ): AsyncGenerator<T, void> {
    const loan = await this.borrow(call.signal);
    let isRead = false;
    try {
      await loan.client.beginSnapshot(this.limits[call.budget ?? 'bulk']);
      yield* read(loan.connection);
      isRead = true;
    } catch (error) {
      throw call.signal?.aborted ? call.signal.reason : error;
    } finally {
      const back = loan.release();
      // Nobody has to wait for the end of a transaction that changed nothing.
      if (isRead) back.catch(() => undefined);
      else await back;
    }
  }

  /** Statements in the transaction of a caller, on their connection. */
  join(client: CallerClient, dialect: Dialect): JoinedDatabase {
    const joined = new JoinedClient(client);
    // TypeORM has no public way to work on a connection that it did not open.
    const runner = Object.assign(this.source.createQueryRunner(), { databaseConnection: joined });
    // The cast is safe: but for `stream`, which the database below refuses, a connection uses these two methods.
    const connection = new Connection(joined as unknown as PostgresClient, runner, undefined, this.origin);
    return new JoinedDatabase(connection, dialect, this.schema);
  }

  /** Closes all connections, including lent ones. */
  async close(): Promise<void> {
    await this.source.destroy();
  }

  private async lend<T>({ signal }: AbortableCall, use: (loan: Loan) => Promise<T>): Promise<T> {
    const loan = await this.borrow(signal);
    try {
      return await use(loan);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      await loan.release();
    }
  }

  private async borrow(signal: AbortSignal | undefined): Promise<Loan> {
    signal?.throwIfAborted();
    const runner = this.source.createQueryRunner();
    const client = (await orUnavailable(runner.connect())) as PostgresClient;
    const endCancelling = cancelOnAbort(client, signal);
    return {
      client,
      connection: new Connection(client, runner, signal, this.origin),
      release: async () => {
        await endCancelling();
        await client.undo().catch(() => void client.end());
        await runner.release();
        this.ended += 1;
      },
    };
  }
}
