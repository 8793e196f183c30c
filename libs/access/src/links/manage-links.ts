import { type Page, type PageRequest, type PortsOf, parsePage, StorageUnavailable } from '@cairn/kernel';
import { SecretDigest } from '../keys/secret-digest.js';
import { LinkRepository } from './link-repository.js';
import { LinkSecrets } from './link-secrets.js';
import type { Link, LinkedResource } from './link.js';

/** Lists and revokes the links of an account. */
export class ManageLinks {
  static readonly ports = { links: LinkRepository, secrets: LinkSecrets, digest: SecretDigest };

  constructor(private readonly ports: PortsOf<typeof ManageLinks.ports>) {}

  /** The latest first; those to one resource, if it is given. */
  async list(accountId: string, page: PageRequest, resource?: LinkedResource): Promise<Page<Link>> {
    return await this.ports.links.list(accountId, parsePage(page), resource);
  }

  /** @throws {LinkNotFound} also if it is a link of another account. */
  async get(accountId: string, id: string): Promise<Link> {
    return await this.ports.links.get(accountId, id);
  }

  /**
   * The secret of the link, for those who manage it. `undefined` if it was made at random, as those of earlier versions,
   * or from another key. Without the key, links can still be listed, and be revoked.
   */
  async secretOf({ id, digest: stored }: Link): Promise<string | undefined> {
    const { secrets, digest } = this.ports;
    try {
      const secret = await secrets.secretOf(id);
      return digest.digest(secret) === stored ? secret : undefined;
    } catch (error) {
      if (error instanceof StorageUnavailable) return undefined;
      throw error;
    }
  }

  /** Revokes the link. It opens nothing from then on, on any node. @throws {LinkNotFound} */
  async revoke(accountId: string, id: string): Promise<void> {
    await this.ports.links.remove(accountId, id);
  }
}
