import { LinkLimitReached, LinkNotFound, type Link, type LinkedResource } from '@cairn/access';
import type { LinkRepository, LinkTerms } from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { LessThan } from 'typeorm';
import type { Database } from '../sql/database.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { Lookup } from '../sql/lookup.js';
import { selection } from '../sql/table.js';
import { changedColumns, LinkSchema, linkRow, toLink, type LinkRow } from './link-schema.js';

const columns = selection(LinkSchema);

/** Links as rows of a relational database. */
export class TypeOrmLinkRepository implements LinkRepository {
  // In SQL: every request of a holder needs it, and building the query takes longer than running it.
  private readonly byDigest = new Lookup<LinkRow>(
    (digest) => `SELECT ${columns()} FROM share_link WHERE digest = ${digest}`,
  );

  constructor(private readonly database: Database) {}

  async add(link: Link, limit = Infinity): Promise<void> {
    const { accountId } = link;
    await this.database.write(async (manager) => {
      const links = manager.repository(LinkSchema);
      if (limit < Infinity) {
        // Otherwise concurrent calls could each miss the others in the count.
        await this.database.dialect.lockOwner(manager, accountId);
        if ((await links.countBy({ accountId })) >= limit) throw new LinkLimitReached(limit);
      }
      await links.insert(linkRow(link));
    });
  }

  async findByDigest(digest: string): Promise<Link | undefined> {
    const row = await this.database.read((manager) => this.byDigest.find(manager, digest));
    return row && toLink(row);
  }

  async get(accountId: string, id: string): Promise<Link> {
    const row = await this.database.read((manager) =>
      manager.repository(LinkSchema).findOneBy({ id, accountId }),
    );
    if (row === null) throw new LinkNotFound();
    return toLink(row);
  }

  async list(
    accountId: string,
    { limit, after = BEFORE_NEWEST }: PageRequest,
    resource?: LinkedResource,
  ): Promise<Page<Link>> {
    const wanted = { accountId, ...(resource && { resourceType: resource.type, resourceId: resource.id }) };
    const rows = await this.database.read(
      (manager) =>
        manager.repository(LinkSchema).find({
          where: [
            { ...wanted, createdAt: LessThan(after.at) },
            { ...wanted, createdAt: after.at, id: LessThan(after.id) },
          ],
          order: { createdAt: 'DESC', id: 'DESC' },
          take: limit + 1,
        }),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toLink), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  async update(accountId: string, id: string, terms: LinkTerms): Promise<Link> {
    return await this.database.write(async (manager) => {
      await this.database.dialect.lockOwner(manager, accountId);
      const links = manager.repository(LinkSchema);
      const row = await links.findOneBy({ id, accountId });
      if (row === null) throw new LinkNotFound();
      const changed = changedColumns(terms);
      // Only these: uses are counted without the lock.
      if (Object.keys(changed).length > 0) await links.update({ id }, changed);
      return toLink({ ...row, ...changed });
    });
  }

  async use(id: string, { count, now }: { readonly count: number; readonly now: number }): Promise<void> {
    await this.database.write(
      (manager) =>
        manager.sql`UPDATE share_link SET uses = uses + ${count}, last_used_at = ${now} WHERE id = ${id}`,
    );
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const { affected } = await manager.repository(LinkSchema).delete({ id, accountId });
      if (affected === 0) throw new LinkNotFound();
    });
  }
}
