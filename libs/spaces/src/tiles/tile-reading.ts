import { splitBbox, type Tile, tileBbox } from '@cairn/geometry';
import { windowOfCells } from '../clusters/cell-window.js';
import { clusteredFeatures } from '../clusters/cluster-features.js';
import { gridOf } from '../clusters/clustering.js';
import { copiesFor } from '../features/detail/feature-copies.js';
import { MAX_LEVEL } from '../features/detail/feature-level.js';
import type { FeatureAnalytics } from '../features/analytics/feature-analytics.js';
import type { Cancellation, ContentState, FeatureChunk, FeatureStore } from '../features/feature-store.js';
import type { FeatureCriteria, FeatureQuery } from '../features/searching/feature-query.js';
import { type DrawnTile, planOf, type TileDrawer } from './tile-drawer.js';
import { TILE_EXTENT } from '../features/detail/tile-grid.js';
import { reachOf, type TileQuery } from './tile-query.js';
import type { TileRules } from './tile-rules.js';

/** What tiles are read and drawn with. */
export interface TileReadingPorts {
  readonly features: FeatureStore;
  readonly analytics: FeatureAnalytics;
  readonly drawer: TileDrawer;
  readonly rules: TileRules;
}

interface Wanted {
  readonly content: ContentState;
  readonly query: TileQuery;
  /** The reader that the tile is drawn for. Readers take turns in the store and in drawing. */
  readonly reader: string;
  readonly cancellation?: Cancellation | undefined;
  /**
   * Called when the store has read the first features: all features are read as of that moment. If there are several
   * calls, the last one counts.
   */
  readonly onMoment?: (() => void) | undefined;
}

/** The tile of a query, however many features there are; nothing once it is cancelled. @throws {SpaceNotFound} */
export async function drawFeatures(ports: TileReadingPorts, wanted: Wanted): Promise<DrawnTile | undefined> {
  const { features, drawer, rules } = ports;
  const { content, query, reader, cancellation, onMoment } = wanted;
  const { id } = content.space;
  const plan = planOf(query, { layer: query.layer ?? id, reader, ...rules.limits });
  const { tile, filter, clustering } = query;
  if (clustering !== undefined) {
    const shown = { tile, margin: query.buffer / TILE_EXTENT };
    const boxes = splitBbox(windowOfCells(shown, gridOf(clustering, tile.zoom)));
    const cells = { boxes, filter, level: tile.zoom, clustering, reader, cancellation };
    return await drawer.draw(await clusteredFeatures(ports, id, cells), plan, cancellation);
  }
  const draw = async (chunks: AsyncIterable<FeatureChunk>): Promise<DrawnTile | undefined> =>
    await drawer.draw(noticed(chunks, onMoment), plan, cancellation);
  if (areLikelyFew(content.head.total, tile)) {
    const all = features.query(id, { ...everythingIn(query), reader }, cancellation);
    try {
      return await draw(atMost(ALWAYS_READ, all));
    } catch (error) {
      if (!(error instanceof TooManyFeatures)) throw error;
    }
  }
  const reading = await readingFor(features, { ...wanted, most: plan.maxFeatures });
  const drawn = await draw(features.query(id, { ...reading.query, reader }, cancellation));
  return drawn && { ...drawn, omitted: drawn.omitted + unreadOf(drawn, reading, content.head.total) };
}

/** The features that a tile may show. Rounding may move a position into the buffer from up to a unit away. */
export function criteriaOf({ tile, buffer, filter }: TileQuery): FeatureCriteria {
  return { filter, boxes: splitBbox(tileBbox(tile, (buffer + 1) / TILE_EXTENT)) };
}

interface Reading {
  readonly query: FeatureQuery;
  /** The approximate number of features for each one that is read. */
  readonly ofEach: number;
}

/** The query for a tile that may read all of its features. */
function everythingIn(query: TileQuery): FeatureQuery {
  const { filter, boxes } = criteriaOf(query);
  return { filter, near: boxes, copies: copiesFor({ tile: query.tile, reach: reachOf(query) }) };
}

/** If there are at most this many features, all are read: of a small number, levels would leave too few. */
const ALWAYS_READ = 10_000;
/** Factor by which a tile may have more features than the average tile. */
const CROWDING = 64;

/**
 * Whether a tile probably has few features. Then counting them first takes longer, all in all, than reading some in
 * vain.
 */
const areLikelyFew = (total: number, { zoom }: Tile): boolean =>
  (total / 4 ** zoom) * CROWDING <= ALWAYS_READ;

class TooManyFeatures extends Error {}

/** The chunks. Calls `onFirst` when the first one has come. */
async function* noticed(
  chunks: AsyncIterable<FeatureChunk>,
  onFirst?: () => void,
): AsyncGenerator<FeatureChunk, void> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) onFirst?.();
    isFirst = false;
    yield chunk;
  }
}

/** The chunks. @throws {TooManyFeatures} */
async function* atMost(
  most: number,
  chunks: AsyncIterable<FeatureChunk>,
): AsyncGenerator<FeatureChunk, void> {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.count;
    if (read > most) throw new TooManyFeatures();
    yield chunk;
  }
}

/**
 * Decides how the store is read for a tile. If there are more features than the tile may have, only those of the most
 * important levels are read. No other code decides this.
 */
async function readingFor(
  features: FeatureStore,
  { content: { space, head }, query, reader, most, cancellation }: Wanted & { readonly most: number },
): Promise<Reading> {
  const criteria = { ...criteriaOf(query), reader };
  const maxLevel = await levelFor({
    most: Math.max(most, ALWAYS_READ),
    total: head.total,
    count: async (choice) => await features.count(space.id, { ...criteria, ...choice }, cancellation),
  });
  const wanted = everythingIn(query);
  if (maxLevel === MAX_LEVEL) return { query: wanted, ofEach: 1 };
  return { query: { ...wanted, maxLevel }, ofEach: 4 ** (MAX_LEVEL - maxLevel) };
}

/** About how many features were not read. */
const unreadOf = ({ read }: DrawnTile, { ofEach }: Reading, total: number): number =>
  Math.max(0, Math.min(total, read * ofEach) - read);

/** The facts that a level is chosen by. */
interface LevelChoice {
  /** Maximum number of features. */
  readonly most: number;
  /** The number of all features, which no count exceeds. */
  readonly total: number;
  /** The number of features up to the level, counted up to the limit. */
  readonly count: (criteria: { readonly maxLevel: number; readonly limit: number }) => Promise<number>;
}

/**
 * The greatest level at which the features up to that level are at most `most`; 0 if even those of level 0 are more.
 * Needs few counts: none for a small space, one if everything fits.
 */
export async function levelFor({ most, total, count }: LevelChoice): Promise<number> {
  const fits = async (maxLevel: number): Promise<boolean> =>
    (await count({ maxLevel, limit: most + 1 })) <= most;
  if (total <= most || (await fits(MAX_LEVEL))) return MAX_LEVEL;
  let [fitting, tooMany] = [-1, MAX_LEVEL];
  // A first guess, which is right if the whole space is wanted and has only points.
  let next = Math.max(0, MAX_LEVEL - Math.ceil(Math.log2(total / most) / 2));
  while (fitting + 1 < tooMany) {
    if (await fits(next)) fitting = next;
    else tooMany = next;
    next = (fitting + tooMany) >> 1;
  }
  return Math.max(0, fitting);
}
