import type { Connection } from '../../bulk/bulk-connection.js';
import { withUsed } from '../criteria/condition.js';
import { type FeatureSearch, searchBehind } from '../criteria/feature-search.js';
import { copiedText } from '../rows/feature-copies.js';
import { longText, type TextFeature } from '../rows/feature-texts.js';
import { candidateStatement, type CandidateOrder } from './candidate-statement.js';
import { allRows, cursorRows } from './cursor-rows.js';

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
