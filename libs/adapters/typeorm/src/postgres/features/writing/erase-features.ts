import type { PropertyFilter } from '@cairn/spaces';
import type { Connection } from '../../bulk/connection.js';
import { accepted } from '../reading/accepted.js';
import { candidates } from '../reading/candidates.js';
import { withUsed } from '../criteria/condition.js';
import { featureSearch, type FeatureSearch } from '../criteria/feature-search.js';
import { renewFeatureSpace, type FeatureSpace } from '../feature-space.js';
import { removeFeatures } from './put-features.js';

interface Erased {
  readonly count: number;
  /** Of what is left in the space. */
  readonly key: number;
}

/** Removes the features of a locked space that meet the filter, or all. */
export async function eraseFeatures(
  connection: Connection,
  spaceId: string,
  { space, filter }: { readonly space: FeatureSpace; readonly filter: PropertyFilter | undefined },
): Promise<Erased> {
  const { key, head } = space;
  if (head.total === 0) return { count: 0, key };
  if (filter === undefined)
    return { count: head.total, key: await renewFeatureSpace(connection, spaceId, key) };
  const search = featureSearch(space, { filter });
  if (search.isExact) return { count: await eraseSure(connection, search), key };
  let count = 0;
  const found = candidates(connection, search, { by: 'nothing' });
  for await (const features of accepted(found, { filter })) {
    const ids = features.map(({ id }) => id);
    await removeFeatures(connection, key, ids);
    count += ids.length;
  }
  return { count, key };
}

async function eraseSure(connection: Connection, { others, values }: FeatureSearch): Promise<number> {
  const gone = `DELETE FROM feature WHERE ${others} RETURNING 1`;
  const used = withUsed(`WITH gone AS (${gone}) SELECT count(*) FROM gone`, values);
  const [row] = await connection.textRows(used.text, used.values);
  return Number(row?.[0]);
}
