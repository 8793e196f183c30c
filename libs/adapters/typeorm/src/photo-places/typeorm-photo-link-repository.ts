import {
  formatSource,
  newWork,
  PhotoLinkLimitReached,
  PhotoLinkNotFound,
  type EndedPhotoLink,
  type NewPhotoLink,
  type PhotoLink,
  type PhotoLinkRepository,
  type PhotoWork,
} from '@cairn/photo-places';
import { SpaceNotFound } from '@cairn/spaces';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insert } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { PhotoLinkSchema, toLink, toRow, workRow, type PhotoLinkRow } from './photo-link-schema.js';

type Rows = readonly PhotoLinkRow[];
type Generation = Pick<PhotoLink, 'id' | 'generation'>;

const columns = selection(PhotoLinkSchema);

/** Links of photos as rows of a relational database. A foreign key removes them with their space. */
export class TypeOrmPhotoLinkRepository implements PhotoLinkRepository {
  constructor(private readonly database: Database) {}

  async put({ maxLinks, now, ...given }: NewPhotoLink): Promise<PhotoLink> {
    const { owner, spaceId } = given;
    const source = formatSource(given.source);
    const { dialect } = this.database;
    return await this.database.write(async (manager) => {
      const spaces = await manager.sql<
        readonly unknown[]
      >`SELECT 1 FROM space WHERE id = ${spaceId} ${dialect.forUpdate}`;
      if (spaces.length === 0) throw new SpaceNotFound(spaceId);
      // Or two at once would each count without the other. After the space, as its removal locks in this order.
      await dialect.lockTable(manager, PhotoLinkSchema);
      if ((await countOthers(manager, owner, source)) >= maxLinks) throw new PhotoLinkLimitReached(maxLinks);
      await manager.sql`
        UPDATE photo_link SET phase = 'removing', progress = NULL, done = 0, fault_code = NULL, fault_detail = NULL,
          due_at = ${now}, generation = generation + 1
        WHERE owner = ${owner} AND source = ${source} AND space_id <> ${spaceId} AND phase <> 'removing'`;
      const [row] = await manager.sql<Rows>`
        SELECT ${columns} FROM photo_link
        WHERE owner = ${owner} AND source = ${source} AND space_id = ${spaceId}`;
      if (row === undefined) {
        const work = newWork('placing', now);
        const made = toRow({ ...given, createdAt: now, generation: 1, work });
        await insert(manager, PhotoLinkSchema, [made]);
        return toLink(made);
      }
      const link = toLink(row);
      if (link.work.phase !== 'removing' && link.work.fault === undefined) return link;
      const anew = { ...link, generation: link.generation + 1, work: newWork('placing', now) };
      await storeWork(manager, { id: link.id, generation: anew.generation }, anew.work);
      return anew;
    });
  }

  async end({ owner, source, now }: EndedPhotoLink): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const ended = await manager.sql<Returned<unknown>>`
        UPDATE photo_link SET phase = 'removing', progress = NULL, done = 0, fault_code = NULL, fault_detail = NULL,
          due_at = ${now}, generation = generation + 1
        WHERE owner = ${owner} AND source = ${formatSource(source)} AND phase <> 'removing' RETURNING id`;
      if (this.database.dialect.rowsOf(ended).length === 0) throw new PhotoLinkNotFound();
    });
  }

  async list(owners: readonly string[]): Promise<readonly PhotoLink[]> {
    if (owners.length === 0) return [];
    const rows = await this.database.read((manager) =>
      run<PhotoLinkRow>(
        manager,
        (parameter) => `SELECT ${columns()} FROM photo_link
          WHERE owner IN ${listOf(owners)(parameter)} ORDER BY created_at, id`,
      ),
    );
    return Array.from(rows, toLink);
  }

  async findDue(now: number): Promise<PhotoLink | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`
        SELECT ${columns} FROM photo_link WHERE due_at <= ${now} ORDER BY due_at, id LIMIT 1`,
    );
    return row && toLink(row);
  }

  async save({ id, generation }: Generation, work: PhotoWork): Promise<void> {
    const row = workRow(work);
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`
        UPDATE photo_link SET phase = ${row.phase}, progress = ${row.progress}, done = ${row.done},
          fault_code = ${row.faultCode}, fault_detail = ${row.faultDetail}, due_at = ${row.dueAt}
        WHERE id = ${id} AND generation = ${generation}`,
    );
  }

  async remove({ id, generation }: Generation): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`DELETE FROM photo_link WHERE id = ${id} AND generation = ${generation}`,
    );
  }

  async wake(spaceIds: readonly string[], now: number): Promise<void> {
    if (spaceIds.length === 0) return;
    await this.database.writeEvenIfFull((manager) =>
      run(
        manager,
        (parameter) => `UPDATE photo_link SET due_at = ${parameter(now)}
          WHERE fault_code IS NOT NULL AND space_id IN ${listOf(spaceIds)(parameter)}`,
      ),
    );
  }
}

async function storeWork(
  manager: Statements,
  { id, generation }: Generation,
  work: PhotoWork,
): Promise<void> {
  const { phase, done, dueAt } = work;
  await manager.sql`
    UPDATE photo_link SET phase = ${phase}, progress = NULL, done = ${done}, fault_code = NULL, fault_detail = NULL,
      due_at = ${dueAt}, generation = ${generation} WHERE id = ${id}`;
}

async function countOthers(manager: Statements, owner: string, source: string): Promise<number> {
  const [row] = await manager.sql<readonly { readonly count: number }[]>`
    SELECT count(*) AS count FROM photo_link
    WHERE owner = ${owner} AND source <> ${source} AND phase <> 'removing'`;
  return Number(row?.count ?? 0);
}
