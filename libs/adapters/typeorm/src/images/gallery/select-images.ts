import type { ImageCondition, ImageQuery } from '@cairn/images';
import type { ImagePageRequest, ImagePlace, ImageSort } from '@cairn/images/spi';
import type { Statements } from '../../sql/statements.js';
import type { ImageRow } from '../tables/catalog-schema.js';
import { conditionOn, type Checked } from './conditions.js';
import { accessTo, TIME_ORDERS } from './access.js';
import type { Posting } from './postings.js';
import { all, run, type Sql } from '../../sql/sql-builder.js';

interface Order {
  readonly column: 'created_at' | 'name_key' | 'size_in_bytes' | 'taken_key';
  readonly isDescending: boolean;
}

const orders: Readonly<Record<ImageSort, Order>> = {
  newest: { column: 'created_at', isDescending: true },
  oldest: { column: 'created_at', isDescending: false },
  name: { column: 'name_key', isDescending: false },
  size: { column: 'size_in_bytes', isDescending: true },
  taken: { column: 'taken_key', isDescending: true },
  'taken-oldest': { column: 'taken_key', isDescending: false },
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
  const access = await accessTo(statements, { ...selection, ...selection.query });
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

function walked(selection: Selection): Sql {
  const { owner, query, columns, limit } = selection;
  const { column } = orders[query.sort];
  const created = column === 'created_at' ? 'image.created_at' : UNINDEXED_CREATED;
  const by = column === 'taken_key' ? 'row' : 'entry';
  const others = conditionsOf(query, { owner, by, created, id: 'image.id' });
  const conditions = all([...place(`image.${column}, image.id`, selection), ...others]);
  const walk =
    (listed: string): Sql =>
    (parameter) => `SELECT ${listed} FROM image
    WHERE image.owner = ${parameter(owner)} AND ${conditions(parameter)}
    ORDER BY ${orderBy(`image.${column}`, 'image.id', query)} LIMIT ${parameter(limit)}`;
  const inIndex = column === 'taken_key' ? IN_INDEXES_BY_TAKEN : IN_INDEX_OF_PLACES;
  if (!query.where.some(({ kind }) => inIndex.has(kind))) return walk(columns);
  // The rows only of the images that are shown: the index has all that this condition needs.
  const found = walk('image.id AS found_id');
  return (parameter) => `SELECT ${columns} FROM (${found(parameter)}) AS found
    CROSS JOIN image WHERE image.id = found.found_id
    ORDER BY ${orderBy(`image.${column}`, 'image.id', query)}`;
}

type Kinds = ReadonlySet<ImageCondition['kind']>;

const IN_INDEX_OF_PLACES: Kinds = new Set(['box', 'near']);
const IN_INDEXES_BY_TAKEN: Kinds = new Set([...IN_INDEX_OF_PLACES, 'folder', 'types', 'visibilities']);

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

function narrowed(selection: Selection, posting: Posting): Sql {
  const { owner, query, columns, limit } = selection;
  const { column } = orders[query.sort];
  const others = conditionsOf(query, { owner, by: 'listed', created: UNINDEXED_CREATED, id: 'image.id' });
  const conditions = all([...place(`image.${column}, image.id`, selection), ...others]);
  return (
    parameter,
  ) => `SELECT ${columns} FROM ${listedBy(owner, posting)(parameter)} AND ${conditions(parameter)}
    ORDER BY ${orderBy(`image.${column}`, 'image.id', query)} LIMIT ${parameter(limit)}`;
}

/** The images with an entry of the posting, to be restricted further. */
export function listedBy(owner: string, { table, idColumn, where }: Posting): Sql {
  return (parameter) => `(
      SELECT DISTINCT ${idColumn} AS found_id FROM ${table}
      WHERE owner = ${parameter(owner)} AND ${where(parameter)}
    ) AS found CROSS JOIN image WHERE image.id = found.found_id`;
}

/** The `+` keeps SQLite from choosing an index by the column. */
export const UNINDEXED_CREATED = '+image.created_at';

/**
 * When the order is by time, the listing already begins at one end of a period, so only the other end is a condition.
 */
function conditionsOf({ where, sort }: ImageQuery, checked: Checked): readonly Sql[] {
  return where.map((condition) => {
    const { kind } = condition;
    if (!isPeriod(condition) || kind !== TIME_ORDERS[sort]) return conditionOn(checked, condition);
    const { from, until } = condition;
    return conditionOn(checked, orders[sort].isDescending ? { kind, from } : { kind, until });
  });
}

type Period = Extract<ImageCondition, { readonly kind: 'created' | 'taken' }>;

const isPeriod = (condition: ImageCondition): condition is Period =>
  condition.kind === 'created' || condition.kind === 'taken';

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
function startOf({ query: { where, sort }, after }: Selection): ImagePlace | undefined {
  const { isDescending } = orders[sort];
  for (const condition of where) {
    if (!isPeriod(condition) || condition.kind !== TIME_ORDERS[sort]) continue;
    const { from, until } = condition;
    if (isDescending && until !== undefined && (after === undefined || Number(after.key) >= until))
      return { key: until, id: '' };
    if (!isDescending && from !== undefined && (after === undefined || Number(after.key) < from))
      return { key: from, id: '' };
  }
  return after;
}
