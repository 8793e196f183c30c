import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import {
  positionOf,
  spaceCreated,
  spaceDeleted,
  SpaceExists,
  SpaceNotFound,
  spaceUpdated,
  type OwnerFilter,
  type Space,
  type SpaceRepository,
} from '@cairn/spaces';
import { appendEvent } from '../outbox/append-event.js';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insertUnlessTaken, replace } from '../sql/insert.js';
import { BEFORE_OLDEST } from '../sql/listing.js';
import { selection } from '../sql/selection.js';
import { SpaceSchema } from './space-schema.js';
import type { Statements } from '../sql/statements.js';

type Rows = readonly Space[];

const columns = selection(SpaceSchema);

/** Spaces as rows of a relational database. */
export class TypeOrmSpaceRepository implements SpaceRepository {
  constructor(private readonly database: Database) {}

  async add(space: Space): Promise<void> {
    const row = { ...space };
    await this.database.write(async (manager) => {
      const added = await insertUnlessTaken(manager, SpaceSchema, { row, unique: 'id' });
      if (!added) throw new SpaceExists(space.id);
      await appendEvent(manager, spaceCreated(space));
    });
  }

  async get(id: string): Promise<Space> {
    return await this.database.read((manager) => get(manager, id));
  }

  async list(filter: OwnerFilter, page: PageRequest): Promise<Page<Space>> {
    const spaces = await this.database.read(
      (manager) => select(manager, filter, { ...page, limit: page.limit + 1 }),
      { budget: 'listing' },
    );
    return toPage(spaces, page.limit, positionOf);
  }

  // `change` and `permit` are awaited: in a worker thread, they are called in the main thread.
  async update(id: string, change: (space: Space) => Space | Promise<Space>): Promise<Space> {
    return await this.database.write(async (manager) => {
      const changed = await change(await get(manager, id, this.database.dialect.forUpdate));
      await replace(manager, SpaceSchema, { row: changed, key: 'id' });
      await appendEvent(manager, spaceUpdated(changed));
      return changed;
    });
  }

  async remove(id: string, permit: (space: Space) => void | Promise<void>): Promise<Space> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<
        Returned<Space>
      >`DELETE FROM space WHERE id = ${id} RETURNING ${columns}`;
      const space = found(id, this.database.dialect.rowsOf(removed));
      await permit(space); // if it throws, nothing is removed
      await appendEvent(manager, spaceDeleted(space));
      return space;
    });
  }
}

async function get(manager: Statements, id: string, lock = (): string => ''): Promise<Space> {
  return found(id, await manager.sql<Rows>`SELECT ${columns} FROM space WHERE id = ${id} ${lock}`);
}

function found(id: string, [row]: Rows): Space {
  if (row === undefined) throw new SpaceNotFound(id);
  return { ...row };
}

/**
 * One index-ordered branch per owner, merged. Without ORDER BY in each branch PostgreSQL would sort the whole branch.
 */
async function select(
  manager: Statements,
  filter: OwnerFilter,
  { limit, after = BEFORE_OLDEST }: PageRequest,
): Promise<readonly Space[]> {
  const values: unknown[] = [];
  const parameter: Parameter = (value) => manager.parameter(values.push(value) - 1);
  const branches = conditionsOf(filter).map(
    (condition, number) => `SELECT * FROM (
      SELECT ${columns()} FROM space
      WHERE ${condition(parameter)} AND (created_at, id) > (${parameter(after.at)}, ${parameter(after.id)})
      ORDER BY created_at, id) AS branch${number}`,
  );
  if (branches.length === 0) return [];
  const all = `SELECT * FROM (${branches.join(' UNION ALL ')}) AS space
    ORDER BY "createdAt", "id" LIMIT ${parameter(limit)}`;
  const rows = await manager.query<Rows>(all, values);
  return Array.from(rows, (row) => ({ ...row }));
}

/** Returns the placeholder for a value. */
type Parameter = (value: unknown) => string;

/** Selected spaces fulfil exactly one of the conditions. */
function conditionsOf({ only, except }: OwnerFilter): readonly ((parameter: Parameter) => string)[] {
  if (only === undefined) {
    return [(parameter) => (except === undefined ? 'TRUE' : `owner <> ${parameter(except)}`)];
  }
  const owners = [...new Set(only)].filter((owner) => owner !== except);
  return owners.map((owner) => (parameter) => `owner = ${parameter(owner)}`);
}
