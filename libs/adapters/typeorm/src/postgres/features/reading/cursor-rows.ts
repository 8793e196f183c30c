import type { Connection } from '../../bulk/bulk-connection.js';
import type { TextRow } from '../../bulk/text-rows.js';

const MOST_ROWS = 2_000;
/** About this many UTF-16 code units are in memory at once, estimated from the rows before. */
const BATCH_LENGTH = 524_288;

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

let cursors = 0;

/**
 * Rows of a query, fetched on demand; the cursor lasts as long as the transaction. Unlike with `Connection.stream`,
 * other statements can use the connection between two batches, and the time limit of a statement applies to each batch.
 */
export async function* cursorRows(
  connection: Connection,
  { text, values }: Query,
): AsyncGenerator<readonly TextRow[], void> {
  cursors += 1;
  const name = `rows_${cursors}`;
  await connection.textRows(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values);
  let wanted = MOST_ROWS;
  for (;;) {
    const rows = await connection.textRows(`FETCH ${wanted} FROM ${name}`);
    if (rows.length > 0) yield rows;
    if (rows.length < wanted) return;
    wanted = Math.min(MOST_ROWS, Math.max(1, Math.floor((BATCH_LENGTH * wanted) / lengthOf(rows))));
  }
}

/** Rows of a query with few rows. */
export async function* allRows(
  connection: Connection,
  { text, values }: Query,
): AsyncGenerator<readonly TextRow[], void> {
  const rows = await connection.textRows(text, values);
  if (rows.length > 0) yield rows;
}

function lengthOf(rows: readonly TextRow[]): number {
  let length = 1;
  for (const row of rows) for (const value of row) length += value?.length ?? 0;
  return length;
}
