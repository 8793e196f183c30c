import type { Connection } from '../../bulk/connection.js';
import { TEXT_COLUMNS } from '../feature-texts.js';
import { withUsed } from '../criteria/condition.js';
import type { FeatureSearch } from '../criteria/feature-search.js';

/** In which order candidates come, and how many. */
export interface CandidateOrder {
  readonly by: 'id' | 'nothing';
  /** Most of them, where SQL can tell. */
  readonly limit?: number | undefined;
  /** Whether those that need no further look are left out. */
  readonly only?: 'unsure' | undefined;
  /** Those that need no further look come as the first of these copies that they have. */
  readonly copies?: readonly number[] | undefined;
}

/** So many rows are read without a cursor. */
const SHORT = 2_000;
/** In spaces up to this size any plan is fast. */
const FEW = 10_000;
const MANY = 200_000;
/** Among the features in the order of their ids, one in so many is found soon enough. */
const ONE_IN = 8;

/** Selects `TEXT_COLUMNS`, and whether the row needs no further look. */
export interface CandidateStatement {
  readonly text: string;
  /** Whether it finds few rows. */
  readonly isShort: boolean;
}

export async function candidateStatement(
  connection: Connection,
  search: FeatureSearch,
  { by, limit, only }: CandidateOrder,
): Promise<CandidateStatement> {
  const { from, extent, others, othersInExtent, surely, isExact, mostFound } = search;
  const unsure = only === undefined ? '' : `AND NOT (${surely})`;
  const candidates = `SELECT ${TEXT_COLUMNS}, ${surely} FROM ${from}`;
  const select = `${candidates} WHERE ${others} ${unsure}`;
  const found =
    extent === undefined ? select : `${candidates} WHERE ${othersInExtent} ${unsure} AND (${extent})`;
  const most = isExact && limit !== undefined ? Math.min(limit, mostFound) : mostFound;
  const isShort = most <= SHORT;
  if (by === 'nothing') return { text: found, isShort };
  const end = isExact && limit !== undefined ? `ORDER BY id LIMIT ${limit}` : 'ORDER BY id';
  if (extent === undefined) return { text: `${found} ${end}`, isShort };
  const expected = search.isOverview ? 'unknown' : await expectedRows(connection, search);
  // No index serves a condition with IS TRUE, so that the rows come in the order of the primary key.
  if (expected === 'many') return { text: `${select} AND (${extent}) IS TRUE ${end}`, isShort };
  // OFFSET 0 is a fence: PostgreSQL knows nothing of how many boxes overlap, and may take the primary key here too.
  const text = `SELECT * FROM (${found} OFFSET 0) AS found ${end}`;
  return { text, isShort: isShort || (expected !== 'unknown' && expected <= SHORT) };
}

/** How many features need no further look; no more are counted than the limit. */
export async function countSure(
  connection: Connection,
  search: FeatureSearch,
  limit: number | undefined,
): Promise<number> {
  const { from, extent, others, othersInExtent, surely, values } = search;
  const where = `WHERE ${extent === undefined ? others : `(${extent}) AND ${othersInExtent}`} AND (${surely})`;
  const statement =
    limit === undefined
      ? `SELECT count(*) FROM ${from} ${where}`
      : `SELECT count(*) FROM (SELECT 1 FROM ${from} ${where} LIMIT ${limit}) AS found`;
  const used = withUsed(statement, values);
  return await connection.number(used.text, used.values);
}

/** About how many rows the index of extents finds; it alone is looked at. */
async function expectedRows(
  connection: Connection,
  { mostFound, scans }: FeatureSearch,
): Promise<number | 'many'> {
  if (mostFound <= FEW || scans.length === 0) return mostFound;
  const many = Math.min(MANY, Math.max(FEW, Math.ceil(mostFound / ONE_IN)));
  const some = scans.map((scan) => `SELECT 1 FROM feature WHERE ${scan}`).join(' UNION ALL ');
  const count = await connection.number(`SELECT count(*) FROM (${some} LIMIT ${many}) AS found`);
  return count === many ? 'many' : count;
}
