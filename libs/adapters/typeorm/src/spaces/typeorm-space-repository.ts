import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import {
  positionOf,
  spaceCreated,
  spaceDeleted,
  SpaceExists,
  SpaceLimitReached,
  SpaceNotFound,
  spaceUpdated,
  type CallerLimits,
  type Space,
  type SpaceFilter,
  type SpaceRepository,
} from '@cairn/spaces';
import { appendEvent } from '../outbox/append-event.js';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insert, insertUnlessTaken, replace } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import type { Statements } from '../sql/statements.js';
import { wantIndexes } from './wanted-indexes.js';
import { selectSpaces } from './select-spaces.js';
import { labelsOf, rowOf, SpaceLabelSchema, spaceOf, SpaceSchema, type SpaceRow } from './space-schema.js';

type Rows = readonly SpaceRow[];

const columns = selection(SpaceSchema);

/** Spaces as rows of a relational database. */
export class TypeOrmSpaceRepository implements SpaceRepository {
  constructor(private readonly database: Database) {}

  async add(space: Space, { maxSpaces }: Pick<CallerLimits, 'maxSpaces'> = {}): Promise<void> {
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      if (maxSpaces !== undefined) {
        await dialect.lockTable(manager, SpaceSchema); // or two at once would each count without the other
        if ((await countOf(manager, space.owner)) >= maxSpaces) throw new SpaceLimitReached(maxSpaces);
      }
      const added = await insertUnlessTaken(manager, SpaceSchema, { row: rowOf(space), unique: 'id' });
      if (!added) throw new SpaceExists(space.id);
      await insert(manager, SpaceLabelSchema, labelsOf(space));
      await appendEvent(manager, spaceCreated(space));
    });
  }

  async get(id: string): Promise<Space> {
    return await this.database.read((manager) => get(manager, id));
  }

  async list(filter: SpaceFilter, page: PageRequest): Promise<Page<Space>> {
    const rows = await this.database.read(
      (manager) => selectSpaces(manager, filter, { ...page, limit: page.limit + 1 }),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, spaceOf), page.limit, positionOf);
  }

  // `change` and `permit` are awaited: in a worker thread, they are called in the main thread.
  async update(id: string, change: (space: Space) => Space | Promise<Space>): Promise<Space> {
    return await this.database.write(async (manager) => {
      const stored = await get(manager, id, this.database.dialect.forUpdate);
      const changed = await change(stored);
      await replace(manager, SpaceSchema, { row: rowOf(changed), key: 'id' });
      const labels = labelsOf(changed);
      if (JSON.stringify(labels) !== JSON.stringify(labelsOf(stored))) {
        await manager.sql`DELETE FROM space_label WHERE space_id = ${id}`;
        await insert(manager, SpaceLabelSchema, labels);
      }
      const settings = { id, before: stored.settings, after: changed.settings };
      await wantIndexes(manager, this.database.dialect, settings);
      await appendEvent(manager, spaceUpdated(changed));
      return changed;
    });
  }

  async remove(id: string, permit: (space: Space) => void | Promise<void>): Promise<Space> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<
        Returned<SpaceRow>
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

async function countOf(manager: Statements, owner: string): Promise<number> {
  const [row] = await manager.sql<
    readonly { readonly count: number }[]
  >`SELECT count(*) AS count FROM space WHERE owner = ${owner}`;
  return Number(row?.count ?? 0);
}

function found(id: string, [row]: Rows): Space {
  if (row === undefined) throw new SpaceNotFound(id);
  return spaceOf(row);
}
