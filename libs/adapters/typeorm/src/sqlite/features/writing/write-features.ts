import type { CellGrid } from '@cairn/geometry';
import { EMPTY_HEAD, type StoredFeature, type WriteResult } from '@cairn/spaces';
import { formerFeatures, hasQuota, keepsHistory, planWrite, type WriteBatch } from '@cairn/spaces/spi';
import { appendEvent } from '../../../kernel/append-event.js';
import { disposeOfFeatures } from '../../../spaces/dispose-of-features.js';
import { sqlite } from '../../connection/sqlite-dialect.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import type { Room } from '../../connection/waiting-units.js';
import { featureOf, type FeatureRow, wholeColumns } from '../rows/feature-row.js';
import { FeatureRows, type StoredRow, storedRow } from '../rows/feature-rows.js';
import { formerFeaturesOf, keepFeatures } from '../rows/feature-history.js';
import { changeRollup } from '../rows/cell-rollup.js';
import { indexesOf } from '../indexes/feature-terms.js';
import { keepHeld } from './held-features.js';
import { addContent, changeContent, touchSpace, useOfOwner, wholeContentOf } from '../rows/space-content.js';

/** Deletions may use the reserve of a full disk, unless the space or the trash keeps deleted features. */
export function roomOf(
  reader: SqliteConnection,
  spaceId: string,
  { modifications, disposal }: WriteBatch,
): Room {
  if (disposal !== undefined) return 'disk';
  const isFreed = modifications.every(
    ({ rule: { onExists, onNotExists } }) => onExists === 'delete' && onNotExists !== 'create',
  );
  return isFreed && !keepsHistory(wholeContentOf(reader, spaceId).versionsToKeep) ? 'reserve' : 'disk';
}

/** Applies the batch in the open transaction. */
export async function writeFeatures(
  writer: SqliteConnection,
  spaceId: string,
  { batch, grids }: { readonly batch: WriteBatch; readonly grids: readonly CellGrid[] },
): Promise<WriteResult> {
  const { key, head, versionsToKeep } = wholeContentOf(writer, spaceId);
  const { stored, rowsById } = lookUp(writer, head.total > 0 ? key : undefined, batch);
  const former = key === undefined ? [] : formerFeaturesOf(writer, key, formerFeatures(batch, stored, head));
  const used = hasQuota(batch) ? useOfOwner(writer, spaceId) : undefined;
  const plan = planWrite({ spaceId, head, stored, versionsToKeep, former, used }, batch);
  if (plan.event === undefined) return plan.result;
  const content = key ?? addContent(writer, spaceId, head);
  const rows = new FeatureRows(writer, content, indexesOf(writer, content, 'building', 'ready'));
  for (const put of plan.puts) rows.put(put, rowsById.get(put.feature.id));
  for (const id of plan.removals) rows.remove(rowsById.get(id));
  changeRollup(writer, content, { places: plan.places, grids });
  if (keepsHistory(versionsToKeep)) keepFeatures(writer, content, plan);
  changeContent(writer, content, plan.head);
  if (batch.disposal !== undefined && plan.removals.length > 0) {
    const left = addContent(writer, null, EMPTY_HEAD);
    keepHeld(
      writer,
      left,
      plan.removals.flatMap((id) => stored.get(id) ?? []),
    );
    const lost = { spaceId, key: left, state: 'whole' } as const;
    const change = { before: head, after: plan.head, disposal: batch.disposal };
    await disposeOfFeatures(writer.statements, sqlite, { ...lost, ...change });
  }
  touchSpace(writer, spaceId, batch.now);
  await appendEvent(writer.statements, plan.event);
  return plan.result;
}

const FIND = `
  SELECT ${wholeColumns} FROM json_each(?) AS wanted CROSS JOIN feature AS f
  WHERE f.content = ? AND f.id = wanted.value`;

function lookUp(writer: SqliteConnection, key: number | undefined, { modifications }: WriteBatch) {
  const stored = new Map<string, StoredFeature>();
  const rowsById = new Map<string, StoredRow>();
  if (key === undefined) return { stored, rowsById };
  const ids = JSON.stringify([...new Set(modifications.map(({ draft }) => draft.id))]);
  for (const row of writer.rows<FeatureRow>(FIND).all(ids, key)) {
    const feature = featureOf(row);
    stored.set(feature.id, feature);
    rowsById.set(feature.id, storedRow(row));
  }
  return { stored, rowsById };
}
