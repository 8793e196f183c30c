import type { CellGrid } from '@cairn/geometry';
import {
  restoredBy,
  restoringBatch,
  type FeatureRestoration,
  type RestoredFeatures,
} from '@cairn/spaces/spi';
import { afterRestoring, heldContentOf } from '../../../spaces/restored-features.js';
import { postgres } from '../../postgres-dialect.js';
import type { Connection } from '../../bulk/bulk-connection.js';
import { lockFeatureSpace } from '../rows/feature-space.js';
import { findHeld, takeHeld } from './held-features.js';
import { writeFeatures } from './write-features.js';

/** Restores features in a transaction. */
export async function restoreFeatures(
  connection: Connection,
  spaceId: string,
  { restoration, grids }: { readonly restoration: FeatureRestoration; readonly grids: readonly CellGrid[] },
): Promise<RestoredFeatures> {
  const { entry } = restoration;
  await lockFeatureSpace(connection, spaceId); // before held features are read, so that none is restored twice
  const { key } = await heldContentOf(connection, postgres, { spaceId, entry });
  const features = await findHeld(connection, key, restoration);
  const batch = restoringBatch(features, restoration);
  const result = await writeFeatures(connection, spaceId, { batch, grids });
  const taken = new Set(result.inserted);
  if (taken.size > 0) {
    const restored = features.filter(({ id }) => taken.has(id));
    const hasMore = await takeHeld(connection, key, result.inserted);
    await afterRestoring(connection, postgres, { entry, restored, hasMore });
  }
  return restoredBy(result, features, restoration);
}
