import { type Page, type PageRequest, type PortsOf, parsePage } from '@cairn/kernel';
import { LinkRepository } from './link-repository.js';
import type { Link, LinkedResource } from './link.js';

/** Lists and revokes the links of an account. */
export class ManageLinks {
  static readonly ports = { links: LinkRepository };

  constructor(private readonly ports: PortsOf<typeof ManageLinks.ports>) {}

  /** The latest first; those to one resource, if it is given. */
  async list(accountId: string, page: PageRequest, resource?: LinkedResource): Promise<Page<Link>> {
    return await this.ports.links.list(accountId, parsePage(page), resource);
  }

  /** @throws {LinkNotFound} also if it is a link of another account. */
  async get(accountId: string, id: string): Promise<Link> {
    return await this.ports.links.get(accountId, id);
  }

  /** Revokes the link. It opens nothing from then on, on any node. @throws {LinkNotFound} */
  async revoke(accountId: string, id: string): Promise<void> {
    await this.ports.links.remove(accountId, id);
  }
}
