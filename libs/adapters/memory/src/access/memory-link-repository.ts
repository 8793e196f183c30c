import type { Page, PageRequest } from '@cairn/kernel';
import { LinkLimitReached, LinkNotFound, type Link, type LinkedResource } from '@cairn/access';
import type { LinkRepository, LinkTerms } from '@cairn/access/spi';
import { pageOf } from '../listing.js';
import { going, isAccounts } from '../traces.js';

/** Keeps links in memory. */
export class MemoryLinkRepository implements LinkRepository {
  private readonly links = new Map<string, Link>();
  readonly traces = [going('links', this.links, isAccounts)];

  async add(link: Link, limit = Infinity): Promise<void> {
    const own = [...this.links.values()].filter(({ accountId }) => accountId === link.accountId);
    if (own.length >= limit) throw new LinkLimitReached(limit);
    this.links.set(link.id, copyOf(link));
  }

  async findByDigest(digest: string): Promise<Link | undefined> {
    const found = [...this.links.values()].find((link) => link.digest === digest);
    return found && copyOf(found);
  }

  async get(accountId: string, id: string): Promise<Link> {
    const link = this.links.get(id);
    if (link?.accountId !== accountId) throw new LinkNotFound();
    return copyOf(link);
  }

  async list(accountId: string, page: PageRequest, resource?: LinkedResource): Promise<Page<Link>> {
    const links = [...this.links.values()].filter(
      (link) =>
        link.accountId === accountId &&
        (resource === undefined ||
          (link.resource.type === resource.type && link.resource.id === resource.id)),
    );
    return pageOf(links.map(copyOf), page, {
      position: ({ createdAt, id }) => ({ at: createdAt, id }),
      descending: true,
    });
  }

  async update(accountId: string, id: string, terms: LinkTerms): Promise<Link> {
    const link = this.links.get(id);
    if (link?.accountId !== accountId) throw new LinkNotFound();
    const changed: Link = { ...link };
    for (const [name, value] of Object.entries(terms))
      if (value === null) Reflect.deleteProperty(changed, name);
      else if (value !== undefined) Reflect.set(changed, name, value);
    this.links.set(id, changed);
    return copyOf(changed);
  }

  async use(id: string, { count, now }: { readonly count: number; readonly now: number }): Promise<void> {
    const link = this.links.get(id);
    if (link !== undefined) this.links.set(id, { ...link, uses: link.uses + count, lastUsedAt: now });
  }

  async remove(accountId: string, id: string): Promise<void> {
    if (this.links.get(id)?.accountId !== accountId) throw new LinkNotFound();
    this.links.delete(id);
  }

  /** The stored link itself. */
  linkOf(accountId: string, id: string): Link | undefined {
    const link = this.links.get(id);
    return link?.accountId === accountId ? link : undefined;
  }

  replace(link: Link): void {
    this.links.set(link.id, link);
  }

  /** Whether there are links to a resource. */
  isShared(accountId: string, resource: { readonly type: string; readonly id: string }): boolean {
    return this.to(accountId, resource).length > 0;
  }

  /** Removes the links to a resource that was deleted for good. */
  forget(accountId: string, resource: { readonly type: string; readonly id: string }): void {
    for (const { id } of this.to(accountId, resource)) this.links.delete(id);
  }

  private to(
    accountId: string,
    { type, id }: { readonly type: string; readonly id: string },
  ): readonly Link[] {
    return [...this.links.values()].filter(
      (link) => link.accountId === accountId && link.resource.type === type && link.resource.id === id,
    );
  }
}

const copyOf = (link: Link): Link => ({ ...link, resource: { ...link.resource } });
