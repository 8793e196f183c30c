import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { SecretDigest } from '../keys/secret-digest.js';
import { PasswordHash } from '../users/password-hash.js';
import { LinkRepository } from './link-repository.js';
import { LinkSecrets } from './link-secrets.js';
import { parseExpiry, parsePosition } from './link-terms.js';
import {
  DEFAULT_CONTRIBUTION_RULES,
  MAX_LINKS,
  parseContributionRules,
  parseLinkPassword,
  type GivenRules,
  type Link,
  type LinkedResource,
  type LinkRole,
  type PositionDetail,
} from './link.js';

const ID_LENGTH = 22;

export interface LinkRequest {
  /** A resource of the account, which the caller has checked; for contributors, one that images can be added to. */
  readonly resource: LinkedResource;
  /** `viewer` by default. */
  readonly role?: LinkRole | undefined;
  /** `none` by default; for a space or a map it is always `exact`. */
  readonly position?: PositionDetail | undefined;
  /** `false` by default. */
  readonly download?: boolean | undefined;
  readonly password?: string | undefined;
  /** In epoch milliseconds. */
  readonly expiresAt?: number | undefined;
  /** By default `DEFAULT_CONTRIBUTION_RULES`, each of them. */
  readonly rules?: GivenRules | undefined;
}

/** A new link with its secret. */
export interface CreatedLink {
  readonly link: Link;
  readonly secret: string;
}

/** Makes a link to a resource of an account. */
export class CreateLink {
  static readonly ports = {
    links: LinkRepository,
    digest: SecretDigest,
    secrets: LinkSecrets,
    passwords: PasswordHash,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreateLink.ports>) {}

  /** @throws {InvalidInput} {LinkLimitReached} {StorageUnavailable} if the key of the installation cannot be read */
  async execute(
    accountId: string,
    { resource, role = 'viewer', download = false, ...given }: LinkRequest,
  ): Promise<CreatedLink> {
    const { links, digest, secrets, passwords, clock, ids } = this.ports;
    const now = clock.now();
    const { position, password, expiresAt, rules } = parseAll({
      position: () => parsePosition(resource, given.position),
      password: () => (given.password === undefined ? undefined : parseLinkPassword(given.password)),
      expiresAt: () => parseExpiry(given.expiresAt, now),
      rules: () => parseContributionRules(given.rules ?? {}),
    });
    const id = ids.next(ID_LENGTH);
    const secret = await secrets.secretOf(id);
    const link: Link = {
      id,
      accountId,
      digest: digest.digest(secret),
      resource,
      role,
      position,
      download,
      ...(password !== undefined && { passwordHash: await passwords.hash(password, accountId) }),
      ...(expiresAt !== undefined && { expiresAt }),
      createdAt: now,
      uses: 0,
      ...DEFAULT_CONTRIBUTION_RULES,
      ...rules,
      addedImages: 0,
      addedBytes: 0,
      waitingImages: 0,
    };
    await links.add(link, MAX_LINKS);
    return { link, secret };
  }
}
