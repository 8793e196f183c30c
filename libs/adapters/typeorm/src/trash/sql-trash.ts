import {
  compareTexts,
  purgedType,
  toPage,
  type Page,
  type PageRequest,
  type Trash,
  type TrashBounds,
  type TrashEntry,
  type TrashFilter,
  type TrashKind,
} from '@cairn/kernel';
import type { Database, Dialect } from '../sql/database.js';
import { appendEvents } from '../kernel/append-event.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { all, listOf, run, type Sql, type Parameter } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { columnName, selection } from '../sql/table.js';
import { freedBytes } from '../images/tables/blobs.js';
import { lockCatalog, uncount } from '../images/tables/usage.js';
import { forgetShared, type OwnedResource } from './shared-resources.js';
import { forgetPlaces } from './trash-places.js';
import { toEntry, TrashSchema, type EntryRow, type TrashRow } from './tables/trash-schema.js';

/** Stands for the absence of a limit. */
const ANY = Number.MAX_SAFE_INTEGER;

const OTHERS: readonly TrashKind[] = ['album', 'space', 'features', 'map'];

const PURGED = ['id', 'kind', 'owner', 'blobKey', 'sharedKey', 'countedBytes', 'spaceId'] as const;

type PurgedRow = Pick<TrashRow, (typeof PURGED)[number]>;

const purgedColumns = selection(TrashSchema, PURGED);

const columns = selection(TrashSchema, [
  'id',
  'kind',
  'owner',
  'title',
  'deletion',
  'deletedBy',
  'deletedAt',
  'expiresAt',
  'sizeInBytes',
  'features',
  'thumbhash',
  'parts',
]);
const LISTING = { budget: 'listing' } as const;
const BULK = { budget: 'bulk' } as const;

/** The trash as rows of a relational database. The other repositories store what they remove and restore. */
export class SqlTrash implements Trash {
  constructor(private readonly database: Database) {}

  async list(
    owner: string,
    filter: TrashFilter,
    { limit, after = BEFORE_NEWEST }: PageRequest,
  ): Promise<Page<TrashEntry>> {
    const { kind, deletion, deletedBy } = filter;
    const values = { owner, kind, deletion, deletedBy };
    const wanted = (['owner', 'kind', 'deletion', 'deletedBy'] as const)
      .filter((property) => values[property] !== undefined)
      .map((property): Sql => {
        const column = columnName(TrashSchema, property);
        return (parameter) => `${column} = ${parameter(values[property])}`;
      });
    const rows = await this.database.read(
      (manager) =>
        run<EntryRow>(
          manager,
          (parameter) => `SELECT ${columns()} FROM trash WHERE ${all(wanted)(parameter)}
            AND (deleted_at, id) < (${parameter(after.at)}, ${parameter(after.id)})
            ORDER BY deleted_at DESC, id DESC LIMIT ${parameter(limit + 1)}`,
        ),
      LISTING,
    );
    return toPage(Array.from(rows, toEntry), limit, ({ deletedAt, id }) => ({ at: deletedAt, id }));
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly TrashEntry[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.read((manager) =>
      run<EntryRow>(
        manager,
        (parameter) => `SELECT ${columns()} FROM trash
          WHERE owner = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)} ORDER BY id`,
      ),
    );
    return Array.from(rows, toEntry);
  }

  async purge(owner: string, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    return await this.purgeWhere(
      (parameter) => `owner = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)} ORDER BY id`,
    );
  }

  async purgeExpired(now: number, limit: number): Promise<number> {
    return await this.purgeWhere(
      (parameter) => `expires_at <= ${parameter(now)} ORDER BY expires_at, id LIMIT ${parameter(limit)}`,
    );
  }

  async findOverfull(bounds: TrashBounds): Promise<string | undefined> {
    const [found] = await this.database.read(
      (manager) => run<Pick<TrashRow, 'owner'>>(manager, overfull(bounds)),
      BULK,
    );
    return found?.owner;
  }

  async purgeExcess(owner: string, bounds: TrashBounds, limit: number): Promise<number> {
    return await this.purgeWhere(
      (parameter) => `${excessOf(owner, bounds)(parameter)} LIMIT ${parameter(limit)}`,
    );
  }

  private async purgeWhere(condition: Sql): Promise<number> {
    const { forUpdate } = this.database.dialect;
    return await this.database.writeEvenIfFull(async (manager) => {
      const rows = await run<PurgedRow>(
        manager,
        (parameter) => `SELECT ${purgedColumns()} FROM trash WHERE ${condition(parameter)} ${forUpdate()}`,
      );
      if (rows.length > 0) await purge(manager, this.database.dialect, rows);
      return rows.length;
    });
  }
}

/** Deletes locked rows and everything that was kept for them. */
async function purge(manager: Statements, dialect: Dialect, rows: readonly PurgedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await run(manager, (parameter) => `DELETE FROM trash WHERE id IN ${listOf(ids)(parameter)}`);
  await forgetPlaces(manager, ids);
  await forgetShared(manager, rows.flatMap(sharedOf));
  const events = rows.map(({ id, kind, owner, ...row }) => {
    const blobKey = keyOf(row);
    return {
      type: purgedType(kind),
      aggregateId: id,
      payload: { owner, ...(blobKey !== null && { blobKey }) },
    };
  });
  await appendEvents(manager, events);
  await uncountBytes(manager, dialect, rows);
}

/** The resources of an entry that may have grants and links. Features are shared with their space. */
function sharedOf({ owner, kind, id, spaceId }: PurgedRow): readonly OwnedResource[] {
  if (kind === 'space') return spaceId === null ? [] : [{ owner, type: kind, id: spaceId }];
  return kind === 'features' ? [] : [{ owner, type: kind, id }];
}

/** Catalogs are locked last, and in the order of their owners. */
async function uncountBytes(
  manager: Statements,
  dialect: Dialect,
  rows: readonly PurgedRow[],
): Promise<void> {
  const counted = new Map<string, Map<string, number>>();
  for (const { owner, countedBytes, ...row } of rows) {
    const key = keyOf(row);
    if (key === null || countedBytes === 0) continue;
    counted.set(owner, (counted.get(owner) ?? new Map<string, number>()).set(key, countedBytes));
  }
  for (const [owner, held] of [...counted].sort(([one], [other]) => compareTexts(one, other))) {
    await lockCatalog(manager, dialect, owner);
    const bytes = await freedBytes(manager, held);
    if (bytes > 0) await uncount(manager, owner, { images: 0, bytes });
  }
}

const keyOf = ({ blobKey, sharedKey }: Pick<PurgedRow, 'blobKey' | 'sharedKey'>): string | null =>
  sharedKey ?? blobKey;

/** Casts numbers to the type with which PostgreSQL compares sums. */
const number = (parameter: Parameter, value = ANY): string => `CAST(${parameter(value)} AS double precision)`;

/** An owner whose trash exceeds the limits. The query reads only an index. */
function overfull({ images, others, features, featureBytes }: TrashBounds): Sql {
  const counted = (kind: TrashKind): string => `COUNT(CASE kind WHEN '${kind}' THEN 1 END)`;
  const numbers = OTHERS.map((kind) => `${counted(kind)} AS ${kind}_entries`);
  return (parameter) => `SELECT held.owner FROM (
      SELECT owner, ${counted('image')} AS images, ${numbers.join(', ')},
        SUM(features) AS features, SUM(CASE WHEN features IS NULL THEN 0 ELSE size_in_bytes END) AS feature_bytes
      FROM trash GROUP BY owner) AS held
    LEFT JOIN catalog ON catalog.owner = held.owner
    WHERE images > COALESCE(quota, ${number(parameter, images)})
      ${OTHERS.map((kind) => `OR ${kind}_entries > ${number(parameter, others)}`).join(' ')}
      OR features > ${number(parameter, features)} OR feature_bytes > ${number(parameter, featureBytes)}
    ORDER BY held.owner LIMIT 1`;
}

/** The oldest entries of an owner beyond the limits. The statement itself determines them. */
function excessOf(owner: string, { images, others, features, featureBytes }: TrashBounds): Sql {
  const beyond = (
    parameter: Parameter,
    kind: TrashKind,
  ): string => `kind = '${kind}' AND (deleted_at, id) <= (
    SELECT deleted_at, id FROM trash WHERE owner = ${parameter(owner)} AND kind = '${kind}'
    ORDER BY deleted_at DESC, id DESC LIMIT 1 OFFSET ${kind === 'image' ? quota(parameter) : whole(parameter, others)})`;
  const whole = (parameter: Parameter, value: number): string => `CAST(${parameter(value)} AS bigint)`;
  const quota = (parameter: Parameter): string =>
    `(SELECT COALESCE(MAX(quota), ${whole(parameter, images)}) FROM catalog WHERE owner = ${parameter(owner)})`;
  const kinds: readonly TrashKind[] = ['image', ...OTHERS];
  return (parameter) => `owner = ${parameter(owner)} AND (
    ${kinds.map((kind) => `${beyond(parameter, kind)} OR `).join('')}
    id IN (SELECT id FROM (
      SELECT id, SUM(features) OVER newer AS features, SUM(size_in_bytes) OVER newer AS bytes
      FROM trash WHERE owner = ${parameter(owner)} AND kind IN ('space', 'features')
      WINDOW newer AS (ORDER BY deleted_at DESC, id DESC)) AS summed
      WHERE features > ${number(parameter, features)} OR bytes > ${number(parameter, featureBytes)}))
    ORDER BY deleted_at, id`;
}
