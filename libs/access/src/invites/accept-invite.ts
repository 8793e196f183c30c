import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { FIRST_ACCOUNT_NAME, type Account } from '../accounts/account.js';
import { AccountRepository } from '../accounts/account-repository.js';
import { nameFirstAccount } from '../accounts/first-account.js';
import { InvalidInvite } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { SessionRepository } from '../sessions/session-repository.js';
import { newSession, type StartedSession } from '../users/session.js';
import { parsePassword } from '../users/password.js';
import { PasswordHash } from '../users/password-hash.js';
import { UserRepository } from '../users/user-repository.js';
import { parseUserName, type User } from '../users/user.js';
import { InviteRepository } from './invite-repository.js';
import type { Invite } from './invite.js';

const ID_LENGTH = 22;

export interface Acceptance extends Pick<Invite, 'purpose'> {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly userAgent: string;
}

/** Creates the user of an invite or set-up link, and signs them in. */
export class AcceptInvite {
  static readonly ports = {
    accounts: AccountRepository,
    users: UserRepository,
    invites: InviteRepository,
    sessions: SessionRepository,
    passwords: PasswordHash,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof AcceptInvite.ports>) {}

  /**
   * The first user gets the account of the first administrator, which is named after them unless it has a name, others that of the invite, or a new one with their name.
   * @throws {InvalidInvite} before the password is hashed. {InvalidInput} {UserExists}
   */
  async execute({ token, purpose, userAgent, ...texts }: Acceptance): Promise<StartedSession> {
    const { users, sessions, passwords, clock, ids } = this.ports;
    const invite = await new FindInvite(this.ports).execute(token);
    const now = clock.now();
    if (invite.purpose !== purpose) throw new InvalidInvite();
    const { name, password } = parseAll({
      name: () => parseUserName(texts.name),
      password: () => parsePassword(texts.password),
    });
    const passwordHash = await passwords.hash(password);
    const first = purpose === 'setup' ? await this.firstAccount(now) : undefined;
    const known = first?.id ?? invite.accountId;
    const accountId = known ?? ids.next(ID_LENGTH);
    const account = known === undefined ? { id: accountId, name, createdAt: now } : undefined;
    const user: User = {
      id: ids.next(ID_LENGTH),
      accountId,
      name,
      role: invite.role,
      passwordHash,
      createdAt: now,
    };
    await users.admit(user, { digest: invite.digest, account });
    if (first !== undefined) await nameFirstAccount(this.ports.accounts, first, name);
    const { session, secret } = newSession(this.ports, { userId: user.id, userAgent });
    await sessions.add(session);
    return { user, session, secret };
  }

  private async firstAccount(createdAt: number): Promise<Account> {
    const { accounts, ids } = this.ports;
    return await accounts.addFirst({ id: ids.next(ID_LENGTH), name: FIRST_ACCOUNT_NAME, createdAt });
  }
}

/** Finds the invite or set-up link of a token. */
export class FindInvite {
  static readonly ports = { invites: InviteRepository, digest: SecretDigest, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof FindInvite.ports>) {}

  /** @throws {InvalidInvite} also when it has expired. */
  async execute(token: string): Promise<Invite> {
    const { invites, digest, clock } = this.ports;
    const invite = await invites.find(digest.digest(token));
    if (invite === undefined || invite.expiresAt <= clock.now()) throw new InvalidInvite();
    return invite;
  }
}
