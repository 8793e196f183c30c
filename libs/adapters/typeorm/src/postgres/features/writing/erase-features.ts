import type { Disposal } from '@cairn/kernel';
import type { PropertyFilter } from '@cairn/spaces';
import { keepsHistory } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { withUsed } from '../criteria/condition.js';
import type { FeatureSearch } from '../criteria/feature-search.js';
import { KEPT_COLUMNS, keepFeatures, keepFrom } from '../rows/feature-history.js';
import { addHeldContent, holdFrom, keepHeld, removeContent } from './held-features.js';
import { removeTermsOf } from '../indexes/feature-terms.js';
import { indexedSearch } from '../indexes/index-source.js';
import { idsOf, type Matched } from '../reading/matched-features.js';
import { type LockedFeatureSpace, renewFeatureSpace } from '../rows/feature-space.js';
import { removeFeatures } from './put-features.js';

interface Erased {
  readonly count: number;
  /** The key of the features that stay in the space. */
  readonly key: number;
  /** The key of the lost features, if they are kept. */
  readonly lost?: number | undefined;
}

/** Selects the features of a locked space to remove; all of them without a filter. */
export interface ErasedFeatures {
  readonly space: LockedFeatureSpace;
  readonly filter: PropertyFilter | undefined;
  /** The features that matched the filter shortly before. */
  readonly matched: Matched | undefined;
  readonly disposal: Disposal | undefined;
}

/** Removes them. Checks again only features that were written since they were found. */
export async function eraseFeatures(
  connection: Connection,
  spaceId: string,
  { space, filter, matched, disposal }: ErasedFeatures,
): Promise<Erased> {
  const { key, head, versionsToKeep } = space;
  const isKept = keepsHistory(versionsToKeep);
  if (head.total === 0) return { count: 0, key };
  if (filter === undefined && !isKept)
    return { count: head.total, key: await renewFeatureSpace(connection, spaceId, key), lost: key };
  const search = await indexedSearch(connection, space, { filter });
  const ids = search.isExact ? undefined : await idsNow(connection, { space, filter, matched });
  const lost = disposal === undefined || ids?.length === 0 ? undefined : await addHeldContent(connection);
  if (ids === undefined) {
    const count = await eraseSure(connection, search, { isKept, lost });
    if (count === 0 && lost !== undefined) await removeContent(connection, lost);
    return { count, key, lost };
  }
  if (isKept) await keepFeatures(connection, key, { ids, version: head.version + 1 });
  if (lost !== undefined) await keepHeld(connection, key, { ids, lost });
  await removeFeatures(connection, key, ids);
  return { count: ids.length, key, lost };
}

async function idsNow(
  connection: Connection,
  { space, matched, filter = { kind: 'and', filters: [] } }: Omit<ErasedFeatures, 'disposal'>,
): Promise<readonly string[]> {
  const { key, head } = space;
  if (matched?.key !== key) {
    const search = await indexedSearch(connection, space, { filter });
    return await idsOf(connection, search, filter);
  }
  const { version } = matched;
  if (version === head.version) return matched.ids;
  const unchanged = await connection.textRows(
    'SELECT id FROM feature WHERE space_key = $1 AND id = ANY($2::text[]) AND version <= $3',
    [key, matched.ids, version],
  );
  const isNew = { kind: 'compare', operator: 'greater', path: ['version'], values: [version] } as const;
  const both: PropertyFilter = { kind: 'and', filters: [isNew, filter] };
  const search = await indexedSearch(connection, space, { filter: both });
  return [...unchanged.map(([id]) => id ?? ''), ...(await idsOf(connection, search, both))];
}

async function eraseSure(
  connection: Connection,
  { space, from, others, values }: FeatureSearch,
  { isKept, lost }: { readonly isKept: boolean; readonly lost: number | undefined },
): Promise<number> {
  const found = `space_key = ${space.key} AND id IN (SELECT id FROM ${from} WHERE ${others})`;
  const columns = isKept || lost !== undefined ? KEPT_COLUMNS : 'id';
  const gone = `DELETE FROM feature WHERE ${from === 'feature' ? others : found} RETURNING ${columns}`;
  const terms = removeTermsOf('gone', String(space.key));
  const kept = isKept ? `, kept AS (${keepFrom('gone', String(space.head.version + 1))})` : '';
  const held = lost === undefined ? '' : `, held AS (${holdFrom('gone', String(lost))})`;
  const used = withUsed(
    `WITH gone AS (${gone}), terms AS (${terms})${kept}${held} SELECT count(*) FROM gone`,
    values,
  );
  return await connection.number(used.text, used.values);
}
