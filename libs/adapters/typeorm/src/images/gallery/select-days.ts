import { FIRST_TAKEN_KEY, type DayCount, type DayCounts, type DayRequest } from '@cairn/images/spi';
import { all, run, type Sql } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';
import { accessTo } from './access.js';
import { AFTER_LAST_TAKEN_KEY, conditionOn, within } from './conditions.js';
import { listedBy, UNINDEXED_CREATED } from './select-images.js';

const DAY_MS = 86_400_000;

/** Counts an owner's images by the day on which they were taken: from stored counts, where no other condition applies. */
export async function selectDays(
  statements: Statements,
  owner: string,
  request: DayRequest,
): Promise<DayCounts> {
  const matching = request.where.length === 0 ? undefined : await matchingImages(statements, owner, request);
  return matching === undefined
    ? await keptDays(statements, owner, request)
    : await countedDays(statements, matching, request);
}

async function keptDays(
  statements: Statements,
  owner: string,
  { limit, before }: DayRequest,
): Promise<DayCounts> {
  const latest = before ?? 'after all days';
  const rows = await statements.sql<readonly DayCount[]>`
    SELECT name AS day, count, ratios FROM image_count
    WHERE owner = ${owner} AND kind = 'day' AND name > '' AND name < ${latest} ORDER BY name DESC LIMIT ${limit}`;
  const [undated] = await statements.sql<readonly Pick<DayCount, 'count'>[]>`
    SELECT count FROM image_count WHERE owner = ${owner} AND kind = 'day' AND name = ''`;
  return { days: Array.from(rows, (row) => ({ ...row })), undated: undated?.count ?? 0 };
}

/** What follows FROM for the images that meet all conditions. */
async function matchingImages(statements: Statements, owner: string, { where }: DayRequest): Promise<Sql> {
  const access = await accessTo(statements, { owner, where, sort: 'taken', limit: Infinity });
  if (access.kind === 'none') return () => 'image WHERE FALSE';
  const on = { owner, created: UNINDEXED_CREATED, id: 'image.id' };
  const conditions = (by: 'row' | 'listed'): Sql =>
    all(where.map((condition) => conditionOn({ ...on, by }, condition)));
  // Indexes by the time have all that is counted.
  if (access.kind === 'walk' || access.posting.order === 'taken')
    return (parameter) => `image WHERE image.owner = ${parameter(owner)} AND ${conditions('row')(parameter)}`;
  const listed = listedBy(owner, access.posting);
  return (parameter) => `${listed(parameter)} AND ${conditions('listed')(parameter)}`;
}

/** Of images without a time: they come first, as the day after all others. */
const UNDATED = 1_000_000_000;
/** The number of days since 1970 began, rounded down. */
const DAY = `CASE WHEN image.taken_key < ${FIRST_TAKEN_KEY} THEN ${UNDATED}
  ELSE (image.taken_key - ((image.taken_key % ${DAY_MS}) + ${DAY_MS}) % ${DAY_MS}) / ${DAY_MS} END`;

interface DayRow {
  readonly number: number;
  readonly count: number;
  readonly ratios: number;
}

async function countedDays(
  statements: Statements,
  matching: Sql,
  { limit, before }: DayRequest,
): Promise<DayCounts> {
  // Always with an end, without which SQLite may take an index that has no time.
  const until = before === undefined ? AFTER_LAST_TAKEN_KEY : Date.parse(`${before}T00:00:00Z`);
  const rows = await run<DayRow>(
    statements,
    (
      parameter,
    ) => `SELECT ${DAY} AS number, count(*) AS count, CAST(sum(image.ratio) AS double precision) AS ratios
      FROM ${matching(parameter)} AND ${within('image.taken_key', { until })(parameter)}
      GROUP BY ${DAY} ORDER BY ${DAY} DESC LIMIT ${parameter(limit + 1)}`,
  );
  const undated = rows.find(({ number }) => number === UNDATED);
  const days = rows
    .filter(({ number }) => number !== UNDATED)
    .slice(0, limit)
    .map(({ number, count, ratios }) => ({
      day: new Date(number * DAY_MS).toISOString().slice(0, 10),
      count,
      ratios,
    }));
  return { days, undated: undated?.count ?? 0 };
}
