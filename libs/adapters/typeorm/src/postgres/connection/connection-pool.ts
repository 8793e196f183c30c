import type { DataSource } from 'typeorm';
import type { Call } from '../../database.js';
import { Connection } from '../bulk/connection.js';
import { cancelOnAbort } from './cancel-request.js';
import { orUnavailable } from './or-unavailable.js';
import type { PostgresClient } from './postgres-client.js';
import { storageError } from './storage-error.js';
import type { TimeLimits } from './time-limits.js';

/** A call that can be ended before it is done. */
export interface AbortableCall extends Call {
  /** Cancels what the server runs for the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A connection that is one unit of work's until `giveBack`. */
interface Loan {
  readonly client: PostgresClient;
  readonly connection: Connection;
  /** Undoes what is not committed. */
  giveBack(): Promise<void>;
}

/**
 * The connections of a process to its database, each lent to one unit of work at a time. One that may not be as it was
 * is not lent again. Everything throws `StorageUnavailable` where there is no connection to be had.
 */
export class ConnectionPool {
  constructor(
    private readonly source: DataSource,
    private readonly limits: TimeLimits,
  ) {}

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
        // A conflict is no reason to try again where the rows may be there only once.
        throw connection.isRepeatable ? error : storageError(error);
      }
    });
  }

  /** What `query` gives, with a connection that is its own until that is read to its end or left. */
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
      await loan.giveBack();
    }
  }

  /** Ends all connections, those that are lent too. */
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
      await loan.giveBack();
    }
  }

  private async borrow(signal: AbortSignal | undefined): Promise<Loan> {
    signal?.throwIfAborted();
    const runner = this.source.createQueryRunner();
    const client = (await orUnavailable(runner.connect())) as PostgresClient;
    const endCancelling = cancelOnAbort(client, signal);
    return {
      client,
      connection: new Connection(client, runner, signal),
      giveBack: async () => {
        await endCancelling();
        await client.undo().catch(() => void client.end());
        await runner.release();
      },
    };
  }
}
