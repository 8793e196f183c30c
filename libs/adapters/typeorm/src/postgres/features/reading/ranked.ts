import type { FeatureQuery, NearestQuery, NearFeature } from '@cairn/spaces';
import { NearestSearch, SortedFeatures } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { candidates } from './candidates.js';
import { anywhere } from '../criteria/area-condition.js';
import { distanceTo } from '../criteria/extent.js';
import { featureSearch } from '../criteria/feature-search.js';
import { indexedSearch } from '../indexes/index-source.js';
import type { FeatureSpace } from '../rows/feature-space.js';
import { candidateOf, longText, storedFeature, textsOf, type TextFeature } from '../rows/feature-texts.js';
import { TimeSlice } from '../../../sql/time-slice.js';

const IDS_AT_ONCE = 250;
/** In smaller spaces it is faster to look at all features. */
const WORTH_RANKING = 1_000;

/** The features of a query with a sort, in one snapshot. */
export async function* sortedFeatures(
  connection: Connection,
  space: FeatureSpace,
  query: FeatureQuery,
): AsyncGenerator<readonly TextFeature[], void> {
  const sorted = new SortedFeatures(query);
  const slice = new TimeSlice();
  const search = await indexedSearch(connection, space, query);
  for await (const batch of candidates(connection, search, { by: 'nothing' })) {
    for (const candidate of batch) {
      sorted.offer({ feature: storedFeature(candidate) });
      if (slice.isOver) await slice.next();
    }
  }
  let ids: string[] = [];
  for (const id of sorted.ids()) {
    ids.push(id);
    if (ids.length < IDS_AT_ONCE) continue;
    yield* inOrder(connection, space, ids);
    ids = [];
  }
  if (ids.length > 0) yield* inOrder(connection, space, ids);
}

/** The nearest features, in one snapshot. */
export async function nearestFeatures(
  connection: Connection,
  space: FeatureSpace,
  query: NearestQuery,
): Promise<readonly NearFeature[]> {
  const search = new NearestSearch(query, space.head);
  if (space.head.total > WORTH_RANKING) {
    const degrees = await degreesToNearest(connection, space, query);
    if (degrees !== undefined) search.startAround(degrees);
  }
  const slice = new TimeSlice();
  const step = async (boxes: ReturnType<NearestSearch['next']>): Promise<void> => {
    const searched = featureSearch(space, { ...query, boxes });
    for await (const batch of candidates(connection, searched, { by: 'nothing' })) {
      for (const candidate of batch) {
        if (search.offer(candidateOf(candidate, space.shapes)) === 'enough') return;
        if (slice.isOver) await slice.next();
      }
    }
  };
  for (let boxes = search.next(); boxes !== undefined; boxes = search.next()) await step(boxes);
  return search.found();
}

/** The distance of the last of the wanted number of features, ignoring all other conditions. */
async function degreesToNearest(
  connection: Connection,
  space: FeatureSpace,
  { point, limit }: NearestQuery,
): Promise<number | undefined> {
  const { key } = space;
  const distance = distanceTo(key, point);
  // No index supports a condition with IS TRUE, so the rows are read from the index of extents. Where too few features
  // of the space have an extent, the others in the index are all those of other spaces: `anywhere` leaves them out.
  const [[degrees] = []] = await connection.textRows(
    `SELECT ${distance} FROM feature WHERE (space_key = ${key}) IS TRUE AND (${anywhere(space).maybe})
     ORDER BY ${distance} LIMIT 1 OFFSET ${limit - 1}`,
  );
  return degrees === undefined || degrees === null ? undefined : Number(degrees);
}

async function* inOrder(
  connection: Connection,
  { key }: FeatureSpace,
  ids: readonly string[],
): AsyncGenerator<readonly TextFeature[], void> {
  const texts = await textsOf(connection, key, ids);
  for (const id of ids) {
    const text = texts.get(id) ?? (await longText(connection, key, id));
    yield [{ id, text }];
  }
}
