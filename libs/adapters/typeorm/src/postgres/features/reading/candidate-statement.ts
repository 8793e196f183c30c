import type { Connection } from '../../bulk/bulk-connection.js';
import { TEXT_COLUMNS } from '../rows/feature-texts.js';
import { withUsed } from '../criteria/condition.js';
import type { FeatureSearch } from '../criteria/feature-search.js';

/** The order and the number of candidates. */
export interface CandidateOrder {
  readonly by: 'id' | 'nothing';
  /** Maximum number of candidates, as far as SQL can decide whether they match. */
  readonly limit?: number | undefined;
  /** Whether candidates that are known to match are left out. */
  readonly only?: 'unsure' | undefined;
  /** Candidates that are known to match are read as the first of these copies that they have. */
  readonly copies?: readonly number[] | undefined;
}

/** Up to this many rows are read without a cursor. */
const SHORT = 2_000;
/** In spaces up to this size every plan is fast. */
const FEW = 10_000;
const MANY = 200_000;
/** Candidates of a page that may turn out not to match. */
const SPARE = 20;
/** If one feature in this many matches, reading in the order of ids finds enough of them soon. */
const ONE_IN = 8;

/** Selects `TEXT_COLUMNS`, and whether the row is known to match. */
export interface CandidateStatement {
  readonly text: string;
  /** Whether it finds few rows. */
  readonly isShort: boolean;
  /** If it finds as many rows, there may be further candidates behind the last one. */
  readonly page?: number | undefined;
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
  // No index supports a condition with IS TRUE, so the rows are read in the order of the primary key.
  if (expected === 'many') return { text: `${select} AND (${extent}) IS TRUE ${end}`, isShort };
  const page = limit === undefined ? Infinity : isExact ? limit : limit + SPARE;
  if (expected !== 'unknown' && expected > page) {
    // Sorts ids alone, and reads the texts of the first rows, whose pages it has just visited.
    const inside = `SELECT ctid, id FROM ${from} WHERE ${othersInExtent} ${unsure} AND (${extent}) OFFSET 0`;
    const first = `SELECT ctid AS first_row, id AS first_id FROM (${inside}) AS inside ORDER BY id LIMIT ${page}`;
    const text = `SELECT ${TEXT_COLUMNS}, ${surely} FROM (${first}) AS first
      JOIN feature ON feature.ctid = first_row ORDER BY first_id`;
    return { text, isShort: page <= SHORT, page: isExact ? undefined : page };
  }
  // OFFSET 0 is an optimization fence: PostgreSQL does not know how many boxes overlap, and might read the primary key
  // here too.
  const text = `SELECT * FROM (${found} OFFSET 0) AS found ${end}`;
  return { text, isShort: isShort || (expected !== 'unknown' && expected <= SHORT) };
}

/** The number of features that are known to match, counted up to the limit. */
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

/** The approximate number of rows in the index of extents. Reads only that index. */
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
