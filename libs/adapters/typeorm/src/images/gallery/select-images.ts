import type { ImageQuery } from '@cairn/images';
import type { ImagePageRequest, ImagePlace, ImageSort } from '@cairn/images/spi';
import type { Statements } from '../../sql/statements.js';
import type { ImageRow } from '../tables/catalog-schema.js';
import { conditionOn, type Checked } from './conditions.js';
import { postingsOf, type Posting, MOST_COUNTED } from './postings.js';
import { all, run, type Sql } from '../../sql/sql-builder.js';

/** The cost of looking up an image by its identifier, relative to stepping over one in an index. */
const LOOKUP = 2;

/** Names correlate with folders, tags and words, so all matches may be at the end of a walk. */
const RISK_BY_NAME = 6;

interface Order {
  readonly column: 'created_at' | 'name_key' | 'size_in_bytes';
  readonly isDescending: boolean;
}

const orders: Readonly<Record<ImageSort, Order>> = {
  newest: { column: 'created_at', isDescending: true },
  oldest: { column: 'created_at', isDescending: false },
  name: { column: 'name_key', isDescending: false },
  size: { column: 'size_in_bytes', isDescending: true },
};

/** Selects at most `limit` images. `columns` is the select list. */
export interface Selection extends ImagePageRequest {
  readonly owner: string;
  readonly query: ImageQuery;
  readonly columns: string;
}

/** Selects images by the index that promises the fewest lookups. In SQL, as the query builder does not choose indexes. */
export async function selectImages(statements: Statements, given: Selection): Promise<readonly ImageRow[]> {
  const selection = { ...given, after: startOf(given) };
  const access = await accessTo(statements, selection);
  switch (access.kind) {
    case 'none':
      return [];
    case 'walk':
      return await run(statements, walked(selection));
    case 'ordered':
      return await run(statements, ordered(selection, access.posting));
    case 'narrow':
      return await run(statements, narrowed(selection, access.posting));
  }
}

async function accessTo(statements: Statements, selection: Selection): Promise<Access> {
  const { owner, query, limit } = selection;
  const postings = query.where.flatMap((condition) => postingsOf(owner, condition));
  if (postings.length === 0) return { kind: 'walk' };
  const [row] = await run<Readonly<Record<string, number>>>(statements, (parameter) => {
    const counts = postings.map(({ count }, index) => `, ${count(parameter)} AS n${index}`);
    return `SELECT image_count AS total${counts.join('')} FROM catalog WHERE owner = ${parameter(owner)}`;
  });
  const counted = postings.map((posting, index) => ({ posting, count: Number(row?.[`n${index}`] ?? 0) }));
  return chooseAccess(counted, { total: Number(row?.['total'] ?? 0), limit, sort: query.sort });
}

function walked(selection: Selection): Sql {
  const { owner, query, columns, limit } = selection;
  const { column } = orders[query.sort];
  const created = column === 'created_at' ? 'image.created_at' : UNINDEXED_CREATED;
  const others = conditionsOf(query, { owner, by: 'entry', created, id: 'image.id' });
  const conditions = all([...place(`image.${column}, image.id`, selection), ...others]);
  return (parameter) => `SELECT ${columns} FROM image
    WHERE image.owner = ${parameter(owner)} AND ${conditions(parameter)}
    ORDER BY ${orderBy(`image.${column}`, 'image.id', query)} LIMIT ${parameter(limit)}`;
}

function ordered(selection: Selection, { table, idColumn, where }: Posting): Sql {
  if (table === 'image') return walked(selection);
  const { owner, query, columns, limit } = selection;
  const created = 'listed.created_at';
  const id = `listed.${idColumn}`;
  const conditions = all([where, ...place(`${created}, ${id}`, selection)]);
  const others = all(conditionsOf(query, { owner, by: 'entry', created, id }));
  return (parameter) => `SELECT ${columns} FROM ${table} AS listed CROSS JOIN image
    WHERE listed.owner = ${parameter(owner)} AND ${conditions(parameter)}
      AND image.id = ${id} AND ${others(parameter)}
    ORDER BY ${orderBy(created, id, query)} LIMIT ${parameter(limit)}`;
}

function narrowed(selection: Selection, { table, idColumn, where }: Posting): Sql {
  const { owner, query, columns, limit } = selection;
  const { column } = orders[query.sort];
  const others = conditionsOf(query, { owner, by: 'row', created: UNINDEXED_CREATED, id: 'image.id' });
  const conditions = all([...place(`image.${column}, image.id`, selection), ...others]);
  return (parameter) => `SELECT ${columns} FROM (
      SELECT DISTINCT ${idColumn} AS found_id FROM ${table}
      WHERE owner = ${parameter(owner)} AND ${where(parameter)}
    ) AS found CROSS JOIN image WHERE image.id = found.found_id AND ${conditions(parameter)}
    ORDER BY ${orderBy(`image.${column}`, 'image.id', query)} LIMIT ${parameter(limit)}`;
}

/** The `+` keeps SQLite from choosing an index by the column. */
const UNINDEXED_CREATED = '+image.created_at';

/**
 * When the order is by time, the listing already begins at one end of a period, so only the other end is a condition.
 */
function conditionsOf({ where, sort }: ImageQuery, checked: Checked): readonly Sql[] {
  return where.map((condition) => {
    const { kind } = condition;
    if (kind !== 'created') return conditionOn(checked, condition);
    const { from, until } = condition;
    if (sort === 'newest') return conditionOn(checked, { kind, from });
    if (sort === 'oldest') return conditionOn(checked, { kind, until });
    return conditionOn(checked, condition);
  });
}

function orderBy(column: string, id: string, { sort }: ImageQuery): string {
  const direction = orders[sort].isDescending ? 'DESC' : 'ASC';
  return `${column} ${direction}, ${id} ${direction}`;
}

function place(columns: string, { query: { sort }, after }: Selection): readonly Sql[] {
  if (after === undefined) return [];
  const operator = orders[sort].isDescending ? '<' : '>';
  return [(parameter) => `(${columns}) ${operator} (${parameter(after.key)}, ${parameter(after.id)})`];
}

/**
 * Where a listing begins. When the order is by time, not before the requested period: an index search has one bound at
 * each end.
 */
function startOf({ query, after }: Selection): ImagePlace | undefined {
  for (const condition of query.where) {
    if (condition.kind !== 'created') continue;
    const { from, until } = condition;
    if (query.sort === 'newest' && until !== undefined && (after === undefined || Number(after.key) >= until))
      return { key: until, id: '' };
    if (query.sort === 'oldest' && from !== undefined && (after === undefined || Number(after.key) < from))
      return { key: from, id: '' };
  }
  return after;
}

/** How the images of a page are found. */
type Access =
  /** No image meets all conditions. */
  | { readonly kind: 'none' }
  /** All images in the order of the listing, until there are enough. */
  | { readonly kind: 'walk' }
  /** The entries in the order of the listing, until there are enough. */
  | { readonly kind: 'ordered'; readonly posting: Posting }
  /** All entries, which are then sorted. */
  | { readonly kind: 'narrow'; readonly posting: Posting };

interface Counted {
  readonly posting: Posting;
  readonly count: number;
}

/** Chooses the access that looks at the fewest images, as if the conditions were independent. */
export function chooseAccess(
  counted: readonly Counted[],
  { total, limit, sort }: { readonly total: number; readonly limit: number; readonly sort: ImageSort },
): Access {
  if (total === 0 || counted.some(({ count }) => count === 0)) return { kind: 'none' };
  const share = counted.reduce((product, { count }) => product * Math.min(1, count / total), 1);
  const expected = Math.max(1, total * share);
  const isByTime = sort === 'newest' || sort === 'oldest';
  const costs: { readonly access: Access; readonly cost: number }[] = [
    {
      access: { kind: 'walk' },
      cost: looked(total, { limit, expected }) * (sort === 'name' ? RISK_BY_NAME : 1),
    },
  ];
  for (const { posting, count } of counted) {
    if (posting.isExact || count < MOST_COUNTED)
      costs.push({ access: { kind: 'narrow', posting }, cost: LOOKUP * count });
    if (posting.isOrdered && isByTime)
      costs.push({ access: { kind: 'ordered', posting }, cost: LOOKUP * looked(count, { limit, expected }) });
  }
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).access;
}

/** The expected number of images to look at until enough are found, if `count` images match. */
function looked(
  count: number,
  { limit, expected }: { readonly limit: number; readonly expected: number },
): number {
  return Math.min(count, (limit * count) / Math.min(count, expected));
}
