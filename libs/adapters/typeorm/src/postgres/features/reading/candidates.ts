import type { Candidate } from '@cairn/spaces';
import type { Connection } from '../../bulk/connection.js';
import { candidateStatement, type CandidateOrder } from './candidate-statement.js';
import { cursorRows } from './cursor-rows.js';
import { COLUMN_COUNT, featureOfRow, isLong, readLong } from '../feature-rows.js';
import { withUsed } from '../criteria/condition.js';
import type { FeatureSearch } from '../criteria/feature-search.js';

/** A feature that may be what is searched for. */
export interface FoundFeature extends Candidate {
  /** Whether it needs no further look. */
  readonly isSure: boolean;
}

/** The candidates of a search in batches, in a transaction that sees one moment. */
export async function* candidates(
  connection: Connection,
  search: FeatureSearch,
  order: CandidateOrder,
): AsyncGenerator<readonly FoundFeature[], void> {
  const { space, values } = search;
  const statement = await candidateStatement(connection, search, order);
  for await (const rows of cursorRows(connection, withUsed(statement, values))) {
    let batch: FoundFeature[] = [];
    for (const row of rows) {
      const feature = isLong(row) ? await readLong(connection, space.key, row[0]) : featureOfRow(row);
      batch.push({ feature, isSure: row[COLUMN_COUNT] === 't' });
      if (!isLong(row)) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}
