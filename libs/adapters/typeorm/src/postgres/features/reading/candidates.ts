import type { Connection } from '../../bulk/bulk-connection.js';
import { withUsed } from '../criteria/condition.js';
import { type FeatureSearch, searchBehind } from '../criteria/feature-search.js';
import { copiedText } from '../rows/feature-copies.js';
import { longText, type TextFeature } from '../rows/feature-texts.js';
import { candidateStatement, type CandidateOrder } from './candidate-statement.js';
import type { TextRow } from '../../bulk/text-rows.js';

const MOST_ROWS = 2_000;
/** About this many UTF-16 code units are in memory at once, estimated from the rows before. */
const BATCH_LENGTH = 524_288;

let cursors = 0;

/** A feature that may meet the criteria. */
export interface Found extends TextFeature {
  /** Whether it is known to match. */
  readonly isSure: boolean;
}

/** The candidates of a search in batches, in one snapshot. */
export async function* candidates(
  connection: Connection,
  search: FeatureSearch,
  order: CandidateOrder,
): AsyncGenerator<readonly Found[], void> {
  const { space, values } = search;
  const { copies = [] } = order;
  const statement = await candidateStatement(connection, search, order);
  const query = withUsed(statement.text, values);
  let [count, last] = [0, ''];
  for await (const rows of statement.isShort ? allRows(connection, query) : cursorRows(connection, query)) {
    let batch: Found[] = [];
    count += rows.length;
    last = rows.at(-1)?.[0] ?? '';
    for (const [foundId, text, sure] of rows) {
      const id = foundId ?? '';
      const isSure = sure === 't';
      const copied =
        typeof text !== 'string' && copies.length > 0 && isSure
          ? await copiedText(connection, space.key, { id, parts: copies })
          : undefined;
      batch.push({ id, isSure, text: text ?? copied ?? (await longText(connection, space.key, id)) });
      if (typeof text === 'string') continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  if (count === statement.page)
    yield* candidates(connection, searchBehind(search, last), { ...order, limit: undefined });
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Rows of a query, fetched on demand; the cursor lasts as long as the transaction. Unlike with `Connection.stream`,
 * other statements can use the connection between two batches, and the time limit of a statement applies to each batch.
 */
async function* cursorRows(
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
async function* allRows(
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
