import { Clock, parseAll, type PortsOf } from '@cairn/kernel';
import { PasswordHash } from '../users/password-hash.js';
import { LinkRepository } from './link-repository.js';
import { parseExpiry, parsePosition } from './link-terms.js';
import {
  parseContributionRules,
  parseLinkPassword,
  type GivenRules,
  type Link,
  type LinkRole,
  type PositionDetail,
} from './link.js';

/** What is not given stays as it is. */
export interface LinkChange {
  /** The caller has checked that the resource takes images, if it is for contributors. */
  readonly role?: LinkRole | undefined;
  readonly position?: PositionDetail | undefined;
  readonly download?: boolean | undefined;
  /** `null` removes it. */
  readonly password?: string | null | undefined;
  /** In epoch milliseconds. `null` for never. */
  readonly expiresAt?: number | null | undefined;
  /** For images that are added from then on. Those that wait already go on waiting. */
  readonly rules?: GivenRules | undefined;
}

/** Changes a link, whose address stays. Holds at once, on every node. */
export class UpdateLink {
  static readonly ports = { links: LinkRepository, passwords: PasswordHash, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof UpdateLink.ports>) {}

  /**
   * Who gave the former password must give the new one.
   * @throws {InvalidInput} {LinkNotFound} also if it is a link of another account
   */
  async execute(accountId: string, id: string, change: LinkChange): Promise<Link> {
    const { links, passwords, clock } = this.ports;
    const { resource } = await links.get(accountId, id);
    const { role, download, password, expiresAt } = change;
    const parsed = parseAll({
      position: () => (change.position === undefined ? undefined : parsePosition(resource, change.position)),
      password: () => (typeof password === 'string' ? parseLinkPassword(password) : undefined),
      expiresAt: () => parseExpiry(expiresAt ?? undefined, clock.now()),
      rules: () => parseContributionRules(change.rules ?? {}),
    });
    const hash = parsed.password === undefined ? undefined : await passwords.hash(parsed.password, accountId);
    return await links.update(accountId, id, {
      ...parsed.rules,
      role,
      position: parsed.position,
      download,
      passwordHash: password === null ? null : hash,
      expiresAt: expiresAt === null ? null : parsed.expiresAt,
    });
  }
}
