import type { QueryRunner } from 'typeorm';
import type { PostgresClient } from '../connection/postgres-client.js';
import { Statements } from '../../sql/statements.js';
import { copyIn } from './copy-in.js';
import type { CopyRows } from './copy-text.js';
import { textRows, type TextRow } from './text-rows.js';

/** One of the connections to PostgreSQL, lent to one unit of work: what any database does, and what bulk needs. */
export class Connection extends Statements {
  private copied = false;

  /** Nothing new is begun once `signal` has aborted. */
  constructor(
    private readonly client: PostgresClient,
    runner: QueryRunner,
    private readonly signal?: AbortSignal,
  ) {
    super(
      async (text, values) => {
        signal?.throwIfAborted();
        return (await runner.query(text, [...values])) as unknown;
      },
      (index) => `$${index + 1}`,
    );
  }

  /** Whether the unit can be run anew: rows that were copied may be there only once. */
  get isRepeatable(): boolean {
    return !this.copied;
  }

  /**
   * Sends rows to a `COPY table (column, …) FROM STDIN`, as fast as the server takes them, and gives their number. Where
   * a row is refused or `rows` throws, nothing of them is stored and the transaction is to be given up.
   */
  async copyIn(statement: string, rows: CopyRows): Promise<number> {
    this.signal?.throwIfAborted();
    this.copied = true;
    return await copyIn(this.client, { statement, rows, signal: this.signal });
  }

  /**
   * Reads the rows of a query through a cursor, at most `batchSize` at a time, each value as the text that PostgreSQL
   * has for it: nothing is parsed and no more than a batch is in memory. Until it is read to its end or left, nothing
   * else can be asked of the connection.
   */
  stream(
    text: string,
    values: readonly unknown[] = [],
    batchSize = 1_000,
  ): AsyncGenerator<readonly TextRow[], void> {
    return textRows(this.client, { text, values, batchSize, signal: this.signal });
  }
}
