import type { Cancellation, FeatureChunk } from '../features/feature-store.js';
import type { ContentState } from '../features/feature-store.js';
import type { TileQuery } from './tile-query.js';
import { criteriaOf, drawFeatures, type TileReadingPorts } from './tile-reading.js';
import type { WalkedTile } from './tile-walk.js';

/** Who reads the features, and a cancellation. */
export interface ReadBy {
  readonly reader: string;
  readonly cancellation?: Cancellation | undefined;
}

/** A tile that was looked at. */
export interface LookedTile extends WalkedTile {
  /** Whether features were left out, to keep the limits of a tile. */
  readonly isThinned: boolean;
}

/** Stops a walk that no client waits for. */
export class WalkCancelled extends Error {}

interface Looked extends ReadBy {
  readonly content: ContentState;
  readonly query: TileQuery;
  /** Below this zoom nothing is drawn. */
  readonly minZoom: number;
}

/** Draws a tile, or below the least zoom only finds out whether there is anything. @throws {WalkCancelled} */
export async function lookAtTile(ports: TileReadingPorts, looked: Looked): Promise<LookedTile> {
  const { content, query, minZoom, ...by } = looked;
  if (query.tile.zoom < minZoom)
    return { hasFeatures: await isAnyNear(ports, { content, query, ...by }), isThinned: false };
  const drawn = await drawFeatures(ports, { ...by, content, query });
  if (drawn === undefined) throw new WalkCancelled();
  return { hasFeatures: drawn.read > 0, bytes: drawn.bytes, isThinned: drawn.omitted > 0 };
}

/** Whether any feature is in a tile or its buffer. @throws {WalkCancelled} */
export async function isAnyNear(
  { features }: Pick<TileReadingPorts, 'features'>,
  { content, query, reader, cancellation }: Omit<Looked, 'minZoom'>,
): Promise<boolean> {
  const criteria = { ...criteriaOf(query), reader };
  const found = await isAny(features.query(content.space.id, criteria, cancellation));
  if (cancellation?.aborted === true) throw new WalkCancelled(); // a cancelled query ends like one that finds nothing
  return found;
}

/** Reads only the first chunk. */
async function isAny(chunks: AsyncIterable<FeatureChunk>): Promise<boolean> {
  for await (const _ of chunks) return true;
  return false;
}
