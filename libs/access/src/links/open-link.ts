import { Clock, StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { WrongPassword } from '../errors.js';
import { LinkNotFound, LinkPasswordNeeded } from '../sharing-errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { PasswordHash } from '../users/password-hash.js';
import { passwordIn } from '../users/password.js';
import { LinkRepository } from './link-repository.js';
import { isExpired, isLinkSecret, type Link } from './link.js';

const COUNT_INTERVAL_MS = 60_000;
const MAX_COUNTED = 10_000;

/** What the holder of a link shows. */
export interface LinkCredentials {
  readonly secret: string;
  /** From `unlock`, of a link with a password. */
  readonly proof?: string | undefined;
}

/** Opens links by their secret. */
export class OpenLink {
  static readonly ports = {
    links: LinkRepository,
    digest: SecretDigest,
    passwords: PasswordHash,
    clock: Clock,
  };

  /** What is not in the store yet, by link, and when it was last written. */
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
   * Counts that the link was opened, in the store at most once a minute: a write there is felt by all who read. A store that
   * cannot be written to must not keep anyone from reading.
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
   * A proof that the holder knows the password, for as long as the link has it. `holder` is the network of that one: those
   * take turns. It is made of the secret and the stored
   * hash, of which holders do not know the one and readers of the database not the other.
   * @throws {LinkNotFound} {WrongPassword}
   */
  async unlock(secret: string, password: string, holder?: string): Promise<string> {
    const { passwordHash } = await this.find(secret);
    if (passwordHash === undefined) return '';
    const isRight = await this.ports.passwords.verify(passwordIn(password), passwordHash, holder);
    if (!isRight) throw new WrongPassword();
    return this.proofOf(secret, passwordHash);
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
