import { toPage, type Disposal, type Page, type PageRequest } from '@cairn/kernel';
import { SpaceExists, SpaceLimitReached, SpaceNotFound, type Space, type SpaceFilter } from '@cairn/spaces';
import {
  positionOf,
  spaceCreated,
  spaceDeleted,
  spaceUpdated,
  type CallerLimits,
  type SpaceRepository,
  type SpaceRestoration,
  indexedPaths,
} from '@cairn/spaces/spi';
import { appendEvent } from '../kernel/append-event.js';
import type { Database, Dialect } from '../sql/database.js';
import { insertNew } from '../sql/insert.js';
import { lockRow } from '../sql/lock-row.js';
import { Lookup } from '../sql/lookup.js';
import { selection } from '../sql/table.js';
import type { Statements } from '../sql/statements.js';
import { forgetShared, isReserved, type OwnedResource } from '../trash/shared-resources.js';
import { disposeOfSpace, restoreParts, takeRemovedSpace } from './removed-space.js';
import { selectSpaces } from './select-spaces.js';
import { labelsOf, rowOf, SpaceLabelSchema, spaceOf, SpaceSchema, type SpaceRow } from './space-schema.js';

const columns = selection(SpaceSchema);

/** Spaces as rows of a relational database. */
export class TypeOrmSpaceRepository implements SpaceRepository {
  // In SQL: nearly every request to a space needs it, and building the query takes longer than running it.
  private readonly byId = new Lookup<SpaceRow>((id) => `SELECT ${columns()} FROM space WHERE id = ${id}`);

  constructor(private readonly database: Database) {}

  async add(space: Space, { maxSpaces }: Pick<CallerLimits, 'maxSpaces'> = {}): Promise<void> {
    await this.database.write(async (manager) => {
      await forgetShared(manager, [sharedOf(space)]); // grants and links of a former space with this id
      await this.addRow(manager, space, { maxSpaces });
      // Checked last, because `addRow` waits for a concurrent removal.
      if (await isReserved(manager, space)) throw new SpaceExists(space.id);
      await appendEvent(manager, spaceCreated(space));
    });
  }

  async assertAddable(
    space: Pick<Space, 'id' | 'owner'>,
    { maxSpaces = Infinity }: Pick<CallerLimits, 'maxSpaces'> = {},
  ): Promise<void> {
    const { id, owner } = space;
    await this.database.read(async (manager) => {
      const spaces = manager.repository(SpaceSchema);
      if (maxSpaces < Infinity && (await spaces.countBy({ owner })) >= maxSpaces)
        throw new SpaceLimitReached(maxSpaces);
      if ((await spaces.existsBy({ id })) || (await isReserved(manager, space))) throw new SpaceExists(id);
    });
  }

  async get(id: string): Promise<Space> {
    return await this.database.read((manager) => this.find(manager, id));
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
      await lockRow(manager, this.database.dialect, { table: SpaceSchema, id });
      const stored = await this.find(manager, id);
      const changed = await change(stored);
      await manager.repository(SpaceSchema).update({ id }, rowOf(changed));
      if (JSON.stringify(labelsOf(changed)) !== JSON.stringify(labelsOf(stored))) {
        await manager.repository(SpaceLabelSchema).delete({ spaceId: id });
        await storeLabels(manager, changed);
      }
      const settings = { id, before: stored.settings, after: changed.settings };
      await wantIndexes(manager, this.database.dialect, settings);
      await appendEvent(manager, spaceUpdated(changed));
      return changed;
    });
  }

  async remove(
    id: string,
    permit: (space: Space) => void | Promise<void>,
    disposal?: Disposal,
  ): Promise<Space> {
    const { dialect } = this.database;
    const remove = async (manager: Statements): Promise<Space> => {
      await lockRow(manager, dialect, { table: SpaceSchema, id });
      const space = await this.find(manager, id);
      if (disposal !== undefined) await disposeOfSpace(manager, dialect, { space, disposal });
      await manager.repository(SpaceSchema).delete({ id });
      await permit(space); // if it throws, nothing is removed
      if (disposal === undefined) await forgetShared(manager, [sharedOf(space)]);
      await appendEvent(manager, spaceDeleted(space));
      return space;
    };
    return disposal === undefined
      ? await this.database.writeEvenIfFull(remove)
      : await this.database.write(remove);
  }

  async restore(restoration: SpaceRestoration): Promise<Space> {
    const { maxSpaces } = restoration;
    return await this.database.write(async (manager) => {
      const removed = await takeRemovedSpace(manager, this.database.dialect, restoration);
      const { space } = removed;
      await this.addRow(manager, space, { maxSpaces });
      await restoreParts(manager, this.database.dialect, { ...removed, restoration });
      await appendEvent(manager, spaceCreated(space));
      return space;
    });
  }

  private async addRow(
    manager: Statements,
    space: Space,
    { maxSpaces }: Pick<CallerLimits, 'maxSpaces'>,
  ): Promise<void> {
    const spaces = manager.repository(SpaceSchema);
    if (maxSpaces !== undefined) {
      // Otherwise two concurrent calls could each miss the other in the count.
      await this.database.dialect.lockOwner(manager, space.owner);
      if ((await spaces.countBy({ owner: space.owner })) >= maxSpaces) throw new SpaceLimitReached(maxSpaces);
    }
    await insertNew(spaces, rowOf(space), () => new SpaceExists(space.id));
    await storeLabels(manager, space);
  }

  private async find(manager: Statements, id: string): Promise<Space> {
    const row = await this.byId.find(manager, id);
    if (row === undefined) throw new SpaceNotFound(id);
    return spaceOf(row);
  }
}

const sharedOf = ({ owner, id }: Space): OwnedResource => ({ owner, type: 'space', id });

async function storeLabels(manager: Statements, space: Space): Promise<void> {
  const labels = labelsOf(space);
  if (labels.length > 0) await manager.repository(SpaceLabelSchema).insert([...labels]);
}

type Settings = Space['settings'];

/** Starts to build and remove indexes when the wanted indexes of a space change, in the transaction of that change. */
async function wantIndexes(
  manager: Statements,
  { contents }: Pick<Dialect, 'contents'>,
  { id, before, after }: { readonly id: string; readonly before: Settings; readonly after: Settings },
): Promise<void> {
  const former = namesOf(before);
  const wanted = namesOf(after);
  for (const name of former.filter((path) => !wanted.includes(path)))
    await manager.sql`UPDATE property_index SET state = 'leaving' WHERE state <> 'leaving' AND path = ${name}
      AND content = (SELECT key FROM ${() => contents} WHERE space_id = ${id})`;
  for (const name of wanted.filter((path) => !former.includes(path)))
    await manager.sql`INSERT INTO property_index (content, path, state)
      SELECT key, ${name}, 'building' FROM ${() => contents} WHERE space_id = ${id}`;
}

const namesOf = (settings: Settings): readonly string[] =>
  indexedPaths(settings).map((path) => JSON.stringify(path));
