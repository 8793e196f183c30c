import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import {
  positionOf,
  SpaceExists,
  SpaceNotFound,
  type OwnerFilter,
  type Space,
  type SpaceRepository,
} from '@cairn/spaces';
import type { EntityManager } from 'typeorm';
import type { Database } from './database.js';
import type { Returned } from './dialect.js';
import { insertUnlessTaken } from './insert.js';
import { BEFORE_OLDEST } from './listing.js';
import { selection } from './selection.js';
import { SpaceSchema } from './space-schema.js';

type Rows = readonly Space[];

const columns = selection(SpaceSchema);

/** Spaces as rows of a relational database. */
export class TypeOrmSpaceRepository implements SpaceRepository {
  constructor(private readonly database: Database) {}

  async add(space: Space): Promise<void> {
    const row = { ...space };
    const added = await this.database.write((manager) =>
      insertUnlessTaken(manager, SpaceSchema, { row, unique: 'id' }),
    );
    if (!added) throw new SpaceExists(space.id);
  }

  async get(id: string): Promise<Space> {
    return await this.database.read((manager) => get(manager, id));
  }

  async list(filter: OwnerFilter, page: PageRequest): Promise<Page<Space>> {
    const spaces = await this.database.read((manager) =>
      select(manager, filter, { ...page, limit: page.limit + 1 }),
    );
    return toPage(spaces, page.limit, positionOf);
  }

  async update(id: string, change: (space: Space) => Space): Promise<Space> {
    return await this.database.write(async (manager) => {
      const changed = change(await get(manager, id, this.database.dialect.forUpdate));
      await manager.update(SpaceSchema, { id }, { ...changed });
      return changed;
    });
  }

  async remove(id: string, permit: (space: Space) => void): Promise<Space> {
    return await this.database.write(async (manager) => {
      const removed = await manager.sql<
        Returned<Space>
      >`DELETE FROM space WHERE id = ${id} RETURNING ${columns}`;
      const space = found(id, this.database.dialect.rowsOf(removed));
      permit(space); // if it throws, nothing is removed
      return space;
    });
  }
}

async function get(manager: EntityManager, id: string, lock = (): string => ''): Promise<Space> {
  return found(id, await manager.sql<Rows>`SELECT ${columns} FROM space WHERE id = ${id} ${lock}`);
}

function found(id: string, [row]: Rows): Space {
  if (row === undefined) throw new SpaceNotFound(id);
  return { ...row };
}

/** A branch for each owner, which is read from the index in the order of the listing; and all of them merged. */
async function select(
  manager: EntityManager,
  filter: OwnerFilter,
  { limit, after = BEFORE_OLDEST }: PageRequest,
): Promise<readonly Space[]> {
  const { conditions, parameters } = conditionsOf(filter);
  if (conditions.length === 0) return [];
  const branches = conditions.map((condition, number) => {
    const branch = manager
      .createQueryBuilder()
      .select(columns())
      .from(SpaceSchema, 'space')
      .where(condition)
      .andWhere('(space.createdAt, space.id) > (:at, :id)')
      .orderBy('space.createdAt') // without an order of their own PostgreSQL would sort the whole of them
      .addOrderBy('space.id');
    return `SELECT * FROM (${branch.getQuery()}) AS branch${number}`;
  });
  const rows = await manager
    .createQueryBuilder()
    .select('*')
    .from(`(${branches.join(' UNION ALL ')})`, 'space')
    .setParameters({ ...parameters, ...after })
    .orderBy('"createdAt"')
    .addOrderBy('"id"')
    .limit(limit)
    .getRawMany<Space>();
  return Array.from(rows, (row) => ({ ...row }));
}

/** Spaces that fulfil one of the conditions are asked for; none fulfils two. */
function conditionsOf({ only, except }: OwnerFilter): {
  readonly conditions: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
} {
  if (only === undefined) {
    return except === undefined
      ? { conditions: ['TRUE'], parameters: {} }
      : { conditions: ['space.owner <> :except'], parameters: { except } };
  }
  const owners = [...new Set(only)].filter((owner) => owner !== except);
  return {
    conditions: owners.map((_, index) => `space.owner = :owner${index}`),
    parameters: Object.fromEntries(owners.map((owner, index) => [`owner${index}`, owner])),
  };
}
