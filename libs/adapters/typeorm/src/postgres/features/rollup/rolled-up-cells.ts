import type { CellQuery, ClusteredFeatures, RollupPlan } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';

/** Counts features by cells from the stored counts, and from the features at the edges of the window. */
export async function addRolledUpCells(
  connection: Connection,
  key: number,
  {
    plan,
    query,
    clustered,
  }: { readonly plan: RollupPlan; readonly query: CellQuery; readonly clustered: ClusteredFeatures },
): Promise<void> {
  const isHex = query.grid.kind === 'hexbin';
  const sums = `SELECT ${isHex ? '0, 0, hex' : "x, y, ''"}, sum(count) FROM cell_count
    WHERE rollup = $1 AND layer = $2 AND x = ANY($3::integer[]) AND y BETWEEN $4 AND $5
    GROUP BY ${isHex ? 'hex' : 'x, y'}`;
  for (const { west, east, north, south } of plan.ranges) {
    const columns = Array.from({ length: east - west + 1 }, (_, offset) => west + offset);
    const rows = await connection.textRows(sums, [key, plan.layer, columns, north, south]);
    for (const [x, y, hex, count] of rows)
      clustered.offerCell(plan.cellOf({ x: Number(x), y: Number(y), hex: hex ?? '' }), Number(count));
  }
}
