import type { CellGrid } from '@cairn/geometry';
import {
  restoredBy,
  restoringBatch,
  type FeatureRestoration,
  type RestoredFeatures,
} from '@cairn/spaces/spi';
import { afterRestoring, heldContentOf } from '../../../spaces/restored-features.js';
import { sqlite } from '../../connection/sqlite-dialect.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { writeFeatures } from './write-features.js';
import { findHeld, takeHeld } from './held-features.js';

/** Restores features in the open transaction. */
export async function restoreFeatures(
  writer: SqliteConnection,
  spaceId: string,
  { restoration, grids }: { readonly restoration: FeatureRestoration; readonly grids: readonly CellGrid[] },
): Promise<RestoredFeatures> {
  const { entry } = restoration;
  const { key } = await heldContentOf(writer.statements, sqlite, { spaceId, entry });
  const features = findHeld(writer, key, restoration);
  const batch = restoringBatch(features, restoration);
  const result = await writeFeatures(writer, spaceId, { batch, grids });
  const taken = new Set(result.inserted);
  if (taken.size > 0) {
    const restored = features.filter(({ id }) => taken.has(id));
    const hasMore = takeHeld(writer, key, result.inserted);
    await afterRestoring(writer.statements, sqlite, { entry, restored, hasMore });
  }
  return restoredBy(result, features, restoration);
}
