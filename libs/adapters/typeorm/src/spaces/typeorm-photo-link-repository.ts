import { formatSource, PhotoLinkLimitReached, PhotoLinkNotFound, type PhotoLink } from '@cairn/photo-places';
import {
  newWork,
  type EndedPhotoLink,
  type NewPhotoLink,
  type PhotoLinkRepository,
  type PhotoWork,
} from '@cairn/photo-places/spi';
import { SpaceNotFound } from '@cairn/spaces';
import { In, IsNull, LessThanOrEqual, Not, type FindOptionsWhere } from 'typeorm';
import type { Database } from '../sql/database.js';
import { lockRow } from '../sql/lock-row.js';
import type { Statements } from '../sql/statements.js';
import { SpaceSchema } from './space-schema.js';
import { PhotoLinkSchema, toLink, toRow, workRow, type PhotoLinkRow } from './photo-link-schema.js';

type Generation = Pick<PhotoLink, 'id' | 'generation'>;

/** Links of photos as rows of a relational database. A foreign key removes them with their space. */
export class TypeOrmPhotoLinkRepository implements PhotoLinkRepository {
  constructor(private readonly database: Database) {}

  async put({ maxLinks, now, ...given }: NewPhotoLink): Promise<PhotoLink> {
    const { owner, spaceId } = given;
    const source = formatSource(given.source);
    const { dialect } = this.database;
    return await this.database.write(async (manager) => {
      if (!(await lockRow(manager, dialect, { table: SpaceSchema, id: spaceId })))
        throw new SpaceNotFound(spaceId);
      // Otherwise two concurrent calls could each miss the other's link in the count. Locked after the space, in the
      // order of its removal.
      await dialect.lockTable(manager, PhotoLinkSchema);
      const links = manager.repository(PhotoLinkSchema);
      const others = await links.countBy({ owner, source: Not(source), phase: Not('removing') });
      if (others >= maxLinks) throw new PhotoLinkLimitReached(maxLinks);
      await end(manager, { owner, source, spaceId: Not(spaceId) }, now);
      const row = await links.findOneBy({ owner, source, spaceId });
      const work = newWork('placing', now);
      if (row === null) {
        const made = toRow({ ...given, createdAt: now, generation: 1, work });
        await links.insert(made);
        return toLink(made);
      }
      const link = toLink(row);
      if (link.work.phase !== 'removing' && link.work.fault === undefined) return link;
      const generation = link.generation + 1;
      await links.update({ id: link.id }, { ...workRow(work), generation });
      return { ...link, generation, work };
    });
  }

  async end({ owner, source, now }: EndedPhotoLink): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const ended = await end(manager, { owner, source: formatSource(source) }, now);
      if (ended === 0) throw new PhotoLinkNotFound();
    });
  }

  async list(owners: readonly string[]): Promise<readonly PhotoLink[]> {
    if (owners.length === 0) return [];
    const rows = await this.database.read((manager) =>
      manager
        .repository(PhotoLinkSchema)
        .find({ where: { owner: In(owners) }, order: { createdAt: 'ASC', id: 'ASC' } }),
    );
    return Array.from(rows, toLink);
  }

  async findDue(now: number): Promise<PhotoLink | undefined> {
    const row = await this.database.read((manager) =>
      manager
        .repository(PhotoLinkSchema)
        .findOne({ where: { dueAt: LessThanOrEqual(now) }, order: { dueAt: 'ASC', id: 'ASC' } }),
    );
    return row === null ? undefined : toLink(row);
  }

  async save({ id, generation }: Generation, work: PhotoWork): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(PhotoLinkSchema).update({ id, generation }, workRow(work)),
    );
  }

  async remove({ id, generation }: Generation): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(PhotoLinkSchema).delete({ id, generation }),
    );
  }

  async wake(spaceIds: readonly string[], now: number): Promise<void> {
    if (spaceIds.length === 0) return;
    await this.database.writeEvenIfFull((manager) =>
      manager
        .repository(PhotoLinkSchema)
        .update({ faultCode: Not(IsNull()), spaceId: In(spaceIds) }, { dueAt: now }),
    );
  }
}

/** Marks the photos of these links for removal. Returns how many links were not marked yet. */
async function end(manager: Statements, links: FindOptionsWhere<PhotoLinkRow>, now: number): Promise<number> {
  const { affected } = await manager
    .repository(PhotoLinkSchema)
    .update(
      { ...links, phase: Not('removing') },
      { ...workRow(newWork('removing', now)), generation: () => 'generation + 1' },
    );
  return affected ?? 0;
}
