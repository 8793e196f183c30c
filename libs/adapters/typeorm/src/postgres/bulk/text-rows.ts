import Cursor from 'pg-cursor';
import type { PostgresClient } from '../connection/postgres-client.js';
import { withoutNul } from '../connection/without-nul.js';

/** Values in the order of the select list, in PostgreSQL's text format. */
export type TextRow = readonly (string | null)[];

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly batchSize: number;
  readonly signal: AbortSignal | undefined;
}

/** For values in PostgreSQL's text format, unparsed. */
export const asText = { getTypeParser: () => (text: string | Buffer) => text };

/** Rows of a query in batches, fetched on demand. */
export async function* textRows(
  client: PostgresClient,
  { text, values, batchSize, signal }: Query,
): AsyncGenerator<readonly TextRow[], void> {
  signal?.throwIfAborted();
  const cursor = client.query(
    new Cursor<TextRow>(text, values.map(withoutNul), { rowMode: 'array', types: asText }),
  );
  let isOpen = true;
  // A failed cursor is closed already and cannot be closed again.
  cursor.once('error', () => (isOpen = false));
  try {
    let rows: readonly TextRow[];
    do {
      signal?.throwIfAborted();
      rows = await client.answered(cursor.read(batchSize), text);
      isOpen &&= rows.length === batchSize;
      if (rows.length > 0) yield rows;
    } while (rows.length === batchSize);
  } finally {
    if (isOpen) await client.answered(closed(cursor, client));
  }
}

/** Resolves when the cursor is closed, also if the connection is lost. */
async function closed(cursor: Cursor, client: PostgresClient): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      client.off('end', done);
      resolve();
    };
    client.once('end', done);
    cursor.close(done);
  });
}
