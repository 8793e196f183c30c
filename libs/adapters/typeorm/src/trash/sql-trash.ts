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
} from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import { appendEvents } from '../kernel/append-event.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { all, listOf, run, type Sql } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { columnName, selection } from '../sql/table.js';
import { uncount } from '../images/tables/usage.js';
import { excessOf, overfull } from './excess.js';
import { forgetShared, type OwnedResource } from './shared-resources.js';
import { forgetPlaces } from './trash-places.js';
import { toEntry, TrashSchema, type EntryRow, type TrashRow } from './tables/trash-schema.js';

type PurgedRow = Pick<TrashRow, 'id' | 'kind' | 'owner' | 'blobKey' | 'countedBytes' | 'spaceId'>;

const purgedColumns = selection(TrashSchema, ['id', 'kind', 'owner', 'blobKey', 'countedBytes', 'spaceId']);

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
      if (rows.length > 0) await purge(manager, rows);
      return rows.length;
    });
  }
}

/** Deletes locked rows and everything that was kept for them. */
async function purge(manager: Statements, rows: readonly PurgedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await run(manager, (parameter) => `DELETE FROM trash WHERE id IN ${listOf(ids)(parameter)}`);
  await forgetPlaces(manager, ids);
  await forgetShared(manager, rows.flatMap(sharedOf));
  const events = rows.map(({ id, kind, owner, blobKey }) => ({
    type: purgedType(kind),
    aggregateId: id,
    payload: { owner, ...(blobKey !== null && { blobKey }) },
  }));
  await appendEvents(manager, events);
  await uncountBytes(manager, rows);
}

/** The resources of an entry that may have grants and links. Features are shared with their space. */
function sharedOf({ owner, kind, id, spaceId }: PurgedRow): readonly OwnedResource[] {
  if (kind === 'space') return spaceId === null ? [] : [{ owner, type: kind, id: spaceId }];
  return kind === 'features' ? [] : [{ owner, type: kind, id }];
}

/** Catalogs are locked last, and in the order of their owners. */
async function uncountBytes(manager: Statements, rows: readonly PurgedRow[]): Promise<void> {
  const counted = new Map<string, number>();
  for (const { owner, countedBytes } of rows) counted.set(owner, (counted.get(owner) ?? 0) + countedBytes);
  for (const [owner, bytes] of [...counted].sort(([one], [other]) => compareTexts(one, other)))
    if (bytes > 0) await uncount(manager, owner, { images: 0, bytes });
}
