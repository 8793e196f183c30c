import type { QueryRunner } from 'typeorm';
import type { PostgresClient } from '../connection/postgres-client.js';
import { Statements } from '../../sql/statements.js';
import { copyIn } from './copy-in.js';
import type { CopyRows } from './copy-text.js';
import { asText, textRows, type TextRow } from './text-rows.js';

/** A PostgreSQL connection lent to one unit of work: statements plus bulk operations. */
export class Connection extends Statements {
  private copied = false;

  /** Nothing is started after `signal` has aborted. */
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
      () => runner.manager,
    );
  }

  /** Whether the work can be retried: copied rows may be readable only once. */
  get isRepeatable(): boolean {
    return !this.copied;
  }

  /** Runs a query whose only row is a number. */
  async number(text: string, values: readonly unknown[] = []): Promise<number> {
    const [[number] = []] = await this.textRows(text, values);
    return Number(number);
  }

  /** Runs a DELETE. Returns how many rows it deleted. */
  async delete(text: string, values: readonly unknown[] = []): Promise<number> {
    const [, count] = await this.query<readonly [rows: unknown, count: number]>(text, values);
    return count;
  }

  /**
   * Sends rows to `COPY table (column, …) FROM STDIN` as fast as the server accepts them. Returns their number. When a
   * row is rejected or `rows` throws, no row is stored and the transaction must be rolled back.
   */
  async copyIn(statement: string, rows: CopyRows): Promise<number> {
    this.signal?.throwIfAborted();
    this.copied = true;
    return await copyIn(this.client, { statement, rows, signal: this.signal });
  }

  /** Runs the statement. Returns its rows with their values in PostgreSQL's text format, unparsed. */
  async textRows(text: string, values: readonly unknown[] = []): Promise<readonly TextRow[]> {
    this.signal?.throwIfAborted();
    const query = { text, rowMode: 'array', types: asText } as const;
    return (await this.client.query<(string | null)[]>(query, values)).rows;
  }

  /**
   * Reads the rows of a query through a cursor, at most `batchSize` at a time. Values are PostgreSQL's text format,
   * unparsed, and only one batch is in memory. The connection is busy until the rows are read to the end or
   * abandoned.
   */
  stream(
    text: string,
    values: readonly unknown[] = [],
    batchSize = 1_000,
  ): AsyncGenerator<readonly TextRow[], void> {
    return textRows(this.client, { text, values, batchSize, signal: this.signal });
  }
}
