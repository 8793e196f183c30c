import type { Connection } from '../../bulk/connection.js';
import { SHARED_COLUMNS } from '../feature-rows.js';
import { withUsed } from '../criteria/condition.js';
import type { FeatureSearch } from '../criteria/feature-search.js';

/** In which order candidates come, and how many. */
export interface CandidateOrder {
  readonly by: 'id' | 'nothing';
  /** Most of them, where SQL can tell. */
  readonly limit?: number | undefined;
  /** Whether those that need no further look are left out. */
  readonly only?: 'unsure' | undefined;
}

/** In spaces up to this size any plan is fast. */
const FEW = 10_000;
const MANY = 200_000;
/** Among the features in the order of their ids, one in so many is found soon enough. */
const ONE_IN = 8;

/** Selects `SHARED_COLUMNS`, and whether the row needs no further look. */
export async function candidateStatement(
  connection: Connection,
  search: FeatureSearch,
  { by, limit, only }: CandidateOrder,
): Promise<string> {
  const { extent, others, surely, isExact } = search;
  const where = only === undefined ? others : `${others} AND NOT (${surely})`;
  const select = `SELECT ${SHARED_COLUMNS}, ${surely} FROM feature WHERE ${where}`;
  const found = extent === undefined ? select : `${select} AND (${extent})`;
  if (by === 'nothing') return found;
  const end = isExact && limit !== undefined ? `ORDER BY id LIMIT ${limit}` : 'ORDER BY id';
  if (extent === undefined) return `${found} ${end}`;
  // No index serves a condition with IS TRUE, so that the rows come in the order of the primary key.
  if (await areMany(connection, search)) return `${select} AND (${extent}) IS TRUE ${end}`;
  // OFFSET 0 is a fence: PostgreSQL knows nothing of how many boxes overlap, and may take the primary key here too.
  return `SELECT * FROM (${found} OFFSET 0) AS found ${end}`;
}

/** How many features need no further look. */
export async function countSure(connection: Connection, search: FeatureSearch): Promise<number> {
  const { extent = 'TRUE', others, surely, values } = search;
  const statement = `SELECT count(*) FROM feature WHERE (${extent}) AND ${others} AND (${surely})`;
  const used = withUsed(statement, values);
  const [row] = await connection.textRows(used.text, used.values);
  return Number(row?.[0]);
}

/** Looks into the index of extents alone. */
async function areMany(connection: Connection, { space, extent = 'TRUE' }: FeatureSearch): Promise<boolean> {
  const { total } = space.head;
  if (total <= FEW) return false;
  const many = Math.min(MANY, Math.max(FEW, Math.ceil(total / ONE_IN)));
  const some = `SELECT FROM feature WHERE ${extent} LIMIT ${many}`;
  const [row] = await connection.textRows(`SELECT count(*) FROM (${some}) AS found`);
  return Number(row?.[0]) === many;
}
