import { Clock, StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { WrongPassword } from '../errors.js';
import { LinkNotFound, LinkPasswordNeeded } from '../sharing-errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { PasswordHash } from '../users/password-hash.js';
import { passwordIn } from '../users/password.js';
import { LinkRepository } from './link-repository.js';
import { LinkSecrets } from './link-secrets.js';
import { isExpired, isLinkSecret, type Link } from './link.js';

const COUNT_INTERVAL_MS = 60_000;
const MAX_COUNTED = 10_000;

/** What the holder of a link presents. */
export interface LinkCredentials {
  readonly secret: string;
  /** The result of `unlock`, for a link with a password. */
  readonly proof?: string | undefined;
}

/** What the browser of somebody who manages a link is given for a preview. */
export interface LinkPreview {
  /** As from `unlock`. `undefined` for a link without a password. */
  readonly proof: string | undefined;
  readonly token: string;
}

/** Opens links by their secret. */
export class OpenLink {
  static readonly ports = {
    links: LinkRepository,
    digest: SecretDigest,
    secrets: LinkSecrets,
    passwords: PasswordHash,
    clock: Clock,
  };

  /** Uses that are not stored yet, by link, and when they were last stored. */
  private readonly uses = new Map<string, { readonly at: number; readonly count: number }>();

  constructor(private readonly ports: PortsOf<typeof OpenLink.ports>) {}

  /** @throws {LinkNotFound} if it is unknown, revoked or expired. {LinkPasswordNeeded} */
  async execute({ secret, proof }: LinkCredentials): Promise<Link> {
    const link = await this.find(secret);
    if (link.passwordHash !== undefined && proof !== this.proofOf(secret, link.passwordHash))
      throw new LinkPasswordNeeded();
    return link;
  }

  /**
   * Counts that the link was opened. Writes to the store at most once a minute, because a write slows down all readers.
   * A store that cannot be written to must not keep anyone from reading.
   */
  async countUse({ id }: Link): Promise<void> {
    const { links, clock } = this.ports;
    const now = clock.now();
    const { at = -Infinity, count = 0 } = this.uses.get(id) ?? {};
    if (now - at < COUNT_INTERVAL_MS) {
      this.uses.set(id, { at, count: count + 1 });
      return;
    }
    if (this.uses.size >= MAX_COUNTED) this.uses.clear();
    this.uses.set(id, { at: now, count: 0 });
    try {
      await links.use(id, { count: count + 1, now });
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }

  /**
   * A proof that the holder knows the password. It is valid as long as the link has that password. `holder` is the
   * network of the holder; networks take turns. The proof is made of the secret and the stored hash: holders do not
   * know the hash, and readers of the database do not know the secret.
   * @throws {LinkNotFound} {WrongPassword}
   */
  async unlock(secret: string, password: string, holder?: string): Promise<string> {
    const { passwordHash } = await this.find(secret);
    if (passwordHash === undefined) return '';
    const isRight = await this.ports.passwords.verify(passwordIn(password), passwordHash, holder);
    if (!isRight) throw new WrongPassword();
    return this.proofOf(secret, passwordHash);
  }

  /**
   * What opens the link for somebody who manages it and wants to see what holders see: the proof of its password, which
   * they are not asked for, and a token by which their visits are not counted. Holders cannot make the token, so that
   * none of them stays unseen.
   */
  async preview({ id, passwordHash }: Link, secret: string): Promise<LinkPreview> {
    const proof = passwordHash === undefined ? undefined : this.proofOf(secret, passwordHash);
    return { proof, token: await this.previewTokenOf(id) };
  }

  /** Whether `token` is that of a preview of this link. */
  async isPreview({ id }: Link, token: string): Promise<boolean> {
    return token === (await this.previewTokenOf(id));
  }

  /** No identifier of a link has a space. */
  private async previewTokenOf(id: string): Promise<string> {
    return await this.ports.secrets.secretOf(`preview ${id}`);
  }

  private async find(secret: string): Promise<Link> {
    const { links, digest, clock } = this.ports;
    const link = isLinkSecret(secret) ? await links.findByDigest(digest.digest(secret)) : undefined;
    if (link === undefined || isExpired(link, clock.now())) throw new LinkNotFound();
    return link;
  }

  private proofOf(secret: string, passwordHash: string): string {
    return this.ports.digest.digest(`${secret} ${passwordHash}`);
  }
}
