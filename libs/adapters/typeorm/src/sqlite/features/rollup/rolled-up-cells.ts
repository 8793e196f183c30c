import type { CellQuery, ClusteredFeatures, RollupPlan } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { placeOfRow } from '../rows/feature-row.js';
import { FeatureSearch } from '../searching/feature-search.js';
import type { SpaceContent } from '../rows/space-content.js';

/** Rows and features that are counted in one step. */
const AT_ONCE = 64;

/** The counts to read, and what they are read for. */
export interface RolledUp {
  readonly key: number;
  readonly plan: RollupPlan;
  readonly query: CellQuery;
  readonly clustered: ClusteredFeatures;
}

/** Counts features by cells from the stored counts, and from the features at the edges of the window. */
export function* rolledUpCells(
  connection: SqliteConnection,
  content: SpaceContent,
  { key, plan, query, clustered }: RolledUp,
): Generator<undefined, void, undefined> {
  const part = query.grid.kind === 'hexbin' ? '0, 0, hex' : "x, y, ''";
  const group = query.grid.kind === 'hexbin' ? 'hex' : 'x, y';
  const sums = connection.rows<[x: number, y: number, hex: string, count: number]>(
    `SELECT ${part}, sum(count) FROM cell_count
     WHERE rollup = ? AND layer = ? AND x IN (SELECT value FROM json_each(?)) AND y BETWEEN ? AND ? GROUP BY ${group}`,
  );
  let counted = 0;
  for (const { west, east, north, south } of plan.ranges) {
    const columns = Array.from({ length: east - west + 1 }, (_, offset) => west + offset);
    const values = [key, plan.layer, JSON.stringify(columns), north, south];
    for (const [x, y, hex, count] of sums.all(...values)) {
      clustered.offerCell(plan.cellOf({ x, y, hex }), count);
      if ((counted += 1) % AT_ONCE === 0) yield undefined;
    }
  }
  if (plan.rest.length === 0) return;
  const criteria = { window: { boxes: plan.rest, place: 'middle' } } as const;
  for (const rows of new FeatureSearch(connection, content, { criteria, purpose: 'places' }).steps()) {
    yield undefined;
    for (const row of rows) {
      const place = placeOfRow(row);
      if (place !== undefined && !plan.isCounted(place)) clustered.offerPlace(place);
      if ((counted += 1) % AT_ONCE === 0) yield undefined;
    }
  }
}
