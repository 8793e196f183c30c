import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { PostgresClient } from '../connection/postgres-client.js';
import { copyText, type CopyRows } from './copy-text.js';

interface Copy {
  readonly statement: string;
  readonly rows: CopyRows;
  readonly signal: AbortSignal | undefined;
}

/** Runs a `COPY … FROM STDIN` with the rows. Returns how many the server accepted. */
export async function copyIn(client: PostgresClient, { statement, rows, signal }: Copy): Promise<number> {
  const copy = client.query(copyFrom(statement));
  const source = Readable.from(copyText(rows), { objectMode: false });
  await client.answered(pipeline(source, copy, { signal }));
  return copy.rowCount;
}
