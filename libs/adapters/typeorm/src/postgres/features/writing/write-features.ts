import type { CellGrid } from '@cairn/geometry';
import type { FeatureUse, StoredFeature, WriteResult } from '@cairn/spaces';
import {
  formerFeatures,
  hasQuota,
  keepsHistory,
  planWrite,
  type WriteBatch,
  type WritePlan,
} from '@cairn/spaces/spi';
import { appendEvent } from '../../../kernel/append-event.js';
import { disposeOfFeatures } from '../../../spaces/dispose-of-features.js';
import { postgres } from '../../postgres-dialect.js';
import { causeOf, codeOf } from '../../../sql/query-cause.js';
import type { Connection } from '../../bulk/bulk-connection.js';
import { forgetFeatures, formerFeaturesOf, keepFeatures } from '../rows/feature-history.js';
import { featuresById } from '../rows/feature-rows.js';
import { lockFeatureSpace, type LockedFeatureSpace, lockUse, storeHead } from '../rows/feature-space.js';
import { addHeldContent, keepHeld } from './held-features.js';
import { changeTerms } from '../indexes/feature-terms.js';
import { changeRollup } from '../rows/cell-rollup.js';
import { putFeatures, removeFeatures } from './put-features.js';

/** A batch with at least this many features may be an import. */
const MANY = 200;
/** The number of features of an import that are looked up. */
const SAMPLES = 8;
const UNIQUE_VIOLATION = '23505';

/** Writes a batch in a transaction. */
export async function writeFeatures(
  connection: Connection,
  spaceId: string,
  { batch, grids }: { readonly batch: WriteBatch; readonly grids: readonly CellGrid[] },
): Promise<WriteResult> {
  const space = await lockFeatureSpace(connection, spaceId);
  const used = hasQuota(batch) ? await lockUse(connection, spaceId) : undefined;
  const ids = [...new Set(batch.modifications.map(({ draft }) => draft.id))];
  const plan =
    (await insertedAsNew(connection, { spaceId, space, ids, used }, batch)) ??
    (await applied(connection, { spaceId, space, ids, used }, batch));
  if (plan.event === undefined) return plan.result;
  const { indexes, rollups } = await storeHead(connection, space.key, { head: plan.head, now: batch.now });
  const put = plan.puts.map(({ feature }) => feature.id);
  if (keepsHistory(space.versionsToKeep))
    await forgetFeatures(connection, space.key, { head: plan.head, added: plan.ended.length });
  await changeTerms(connection, { spaceKey: space.key, indexes }, put);
  await changeRollup(connection, { spaceKey: space.key, rollups }, { places: plan.places, grids });
  await appendEvent(connection, plan.event);
  return plan.result;
}

interface BatchTarget {
  readonly spaceId: string;
  readonly space: LockedFeatureSpace;
  /** The ids in the batch. */
  readonly ids: readonly string[];
  readonly used: FeatureUse | undefined;
}

/**
 * Assumes that the features of an import are new, so that they need not be looked up: the primary key detects one that
 * is not. In that case nothing is written, and the result is `undefined`.
 */
async function insertedAsNew(
  connection: Connection,
  { spaceId, space, ids, used }: BatchTarget,
  batch: WriteBatch,
): Promise<WritePlan | undefined> {
  if (ids.length < MANY) return undefined;
  const samples = ids.filter((_, index) => index % Math.ceil(ids.length / SAMPLES) === 0);
  if ((await featuresById(connection, space.key, samples)).size > 0) return undefined;
  const stored = new Map<string, StoredFeature>();
  const former = await formerFeaturesOf(connection, space.key, formerFeatures(batch, stored, space.head));
  const plan = planWrite({ spaceId, ...space, stored, former, used }, batch);
  if (plan.puts.length < ids.length) return undefined;
  await connection.query('SAVEPOINT before_new');
  try {
    await putFeatures(connection, space.key, plan.puts);
    return plan;
  } catch (error) {
    if (codeOf(causeOf(error)) !== UNIQUE_VIOLATION) throw error;
    await connection.query('ROLLBACK TO SAVEPOINT before_new');
    return undefined;
  }
}

async function applied(
  connection: Connection,
  { spaceId, space, ids, used }: BatchTarget,
  batch: WriteBatch,
): Promise<WritePlan> {
  const stored = await featuresById(connection, space.key, ids);
  const former = await formerFeaturesOf(connection, space.key, formerFeatures(batch, stored, space.head));
  const plan = planWrite({ spaceId, ...space, stored, former, used }, batch);
  const ended = plan.ended.map(({ id }) => id);
  await keepFeatures(connection, space.key, { ids: ended, version: plan.head.version });
  const { disposal } = batch;
  if (disposal !== undefined && plan.removals.length > 0) {
    const lost = await addHeldContent(connection);
    await keepHeld(connection, space.key, { ids: plan.removals, lost });
    const change = { before: space.head, after: plan.head, disposal };
    await disposeOfFeatures(connection, postgres, { spaceId, key: lost, state: 'whole', ...change });
  }
  await removeFeatures(connection, space.key, plan.removals);
  await putFeatures(connection, space.key, plan.puts);
  return plan;
}
