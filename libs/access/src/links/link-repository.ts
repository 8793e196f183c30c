import type { Page, PageRequest } from '@cairn/kernel';
import type { LinkTerms } from './link-terms.js';
import type { Link, LinkedResource } from './link.js';

/** Stores links. */
export abstract class LinkRepository {
  /** @throws {LinkLimitReached} if the account has `limit` links already, also of concurrent calls. */
  abstract add(link: Link, limit?: number): Promise<void>;

  /** The link with this digest, expired or not. No reader on any node finds a removed one. */
  abstract findByDigest(digest: string): Promise<Link | undefined>;

  /** @throws {LinkNotFound} also if it is a link of another account. */
  abstract get(accountId: string, id: string): Promise<Link>;

  /** The links of an account, or those to one resource. The latest first, then by descending identifier. */
  abstract list(accountId: string, page: PageRequest, resource?: LinkedResource): Promise<Page<Link>>;

  /**
   * Changes terms of a link, and returns it with all of them. No reader on any node finds the former ones. What is counted
   * meanwhile stays counted.
   * @throws {LinkNotFound} also if it is a link of another account.
   */
  abstract update(accountId: string, id: string, terms: LinkTerms): Promise<Link>;

  /** Counts uses, the last of them at `now`. Does nothing if the link is gone. */
  abstract use(id: string, uses: { readonly count: number; readonly now: number }): Promise<void>;

  /** @throws {LinkNotFound} also if it is a link of another account. */
  abstract remove(accountId: string, id: string): Promise<void>;
}
