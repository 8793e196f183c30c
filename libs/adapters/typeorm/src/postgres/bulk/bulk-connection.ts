import type { QueryRunner } from 'typeorm';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { setImmediate as immediate } from 'node:timers/promises';
import type { PostgresClient } from '../connection/postgres-client.js';
import { Statements, type EventOrigin } from '../../sql/statements.js';
import { asText, textRows, type TextRow } from './text-rows.js';

const CHUNK_LENGTH = 65_536;

const special = /[\\\n\r\t]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A PostgreSQL connection lent to one unit of work: statements plus bulk operations. */
export class Connection extends Statements {
  private copied = false;

  /** Nothing is started after `signal` has aborted. */
  constructor(
    private readonly client: PostgresClient,
    runner: QueryRunner,
    private readonly signal?: AbortSignal,
    origin?: EventOrigin,
  ) {
    super(
      async (text, values) => {
        signal?.throwIfAborted();
        return (await runner.query(text, [...values])) as unknown;
      },
      (index) => `$${index + 1}`,
      () => runner.manager,
      origin,
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

interface Copy {
  readonly statement: string;
  readonly rows: CopyRows;
  readonly signal: AbortSignal | undefined;
}

/** Runs a `COPY … FROM STDIN` with the rows. Returns how many the server accepted. */
async function copyIn(client: PostgresClient, { statement, rows, signal }: Copy): Promise<number> {
  const copy = client.query(copyFrom(statement));
  const source = Readable.from(copyText(rows), { objectMode: false });
  await client.answered(pipeline(source, copy, { signal }));
  return copy.rowCount;
}

/** A value in PostgreSQL's text format; bytes are for `bytea`. */
export type CopyValue = string | number | bigint | boolean | Uint8Array | null;

/** Rows of values in the order of the columns. */
export type CopyRows = Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>;

/** The rows in the text format of COPY, in chunks of about 64 KiB. */
export async function* copyText(rows: CopyRows): AsyncGenerator<Buffer, void> {
  let text = '';
  for await (const row of rows) {
    text += `${row.map(field).join('\t')}\n`;
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
    await immediate(); // rows that are in memory already would otherwise never yield to the event loop
  }
  if (text !== '') yield Buffer.from(text);
}

function field(value: CopyValue): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  const text = String(value);
  return special.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text;
}
