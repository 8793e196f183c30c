import { middleOf, openGrid } from '@cairn/geometry';
import type { Analysis, AnalysisQuery, FeatureCriteria } from '@cairn/spaces';
import {
  AnalysedFeatures,
  boxesOf,
  ClusteredFeatures,
  rollupPlan,
  type Candidate,
  type CellQuery,
  type FeatureCell,
  type RollupPlan,
} from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import type { FeatureSpace } from '../rows/feature-space.js';
import { storedFeature } from '../rows/feature-texts.js';
import { indexedSearch } from '../indexes/index-source.js';
import { readyRollup } from '../rows/cell-rollup.js';
import { candidates } from './candidates.js';
import { TimeSlice } from '../../../sql/time-slice.js';

/** Counts the features by cells, in one snapshot. */
export async function featureCells(
  connection: Connection,
  space: FeatureSpace,
  query: CellQuery,
): Promise<readonly FeatureCell[]> {
  const clustered = new ClusteredFeatures(query, await openGrid(query.grid));
  const plan = rollupPlan(query);
  const key = plan && (await readyRollup(connection, space.key, plan.detail));
  if (plan === undefined || key === undefined) {
    const slice = new TimeSlice();
    for await (const candidate of everyCandidate(connection, space, query)) {
      for (const steps = clustered.offer(candidate)[Symbol.iterator](); steps.next().done !== true;)
        if (slice.isOver) await slice.next();
      if (clustered.isFull) break;
    }
    return clustered.result();
  }
  await addRolledUpCells(connection, key, { plan, query, clustered });
  if (plan.rest.length === 0) return clustered.result();
  const edges = { window: { boxes: plan.rest, place: 'middle' } } as const;
  for await (const { feature } of everyCandidate(connection, space, edges)) {
    const place = middleOf(boxesOf(feature.body));
    if (place !== undefined && !plan.isCounted(place)) clustered.offerPlace(place);
    if (clustered.isFull) break;
  }
  return clustered.result();
}

/** The statistics of the features, in one snapshot. */
export async function featureAnalysis(
  connection: Connection,
  space: FeatureSpace,
  query: AnalysisQuery,
): Promise<Analysis> {
  const analysed = new AnalysedFeatures(query);
  for await (const candidate of everyCandidate(connection, space, query)) analysed.offer(candidate);
  return analysed.result();
}

/** Features that may meet the criteria, in any order. */
async function* everyCandidate(
  connection: Connection,
  space: FeatureSpace,
  criteria: FeatureCriteria,
): AsyncGenerator<Candidate, void> {
  const slice = new TimeSlice();
  const search = await indexedSearch(connection, space, criteria);
  for await (const batch of candidates(connection, search, { by: 'nothing' })) {
    for (const found of batch) {
      yield { feature: storedFeature(found) };
      if (slice.isOver) await slice.next();
    }
  }
}

/** Counts features by cells from the stored counts, and from the features at the edges of the window. */
async function addRolledUpCells(
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
