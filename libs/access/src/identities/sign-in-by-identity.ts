import { Clock, IdGenerator, InvalidInput, type PortsOf } from '@cairn/kernel';
import { FIRST_ACCOUNT_NAME } from '../accounts/account.js';
import { AccountRepository } from '../accounts/account-repository.js';
import { nameFirstAccount } from '../accounts/first-account.js';
import { IdentityTaken, IdentityUnknown, InvalidInvite, SetupNeeded, UserExists } from '../errors.js';
import type { Invite } from '../invites/invite.js';
import { InviteRepository } from '../invites/invite-repository.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { SessionRepository } from '../sessions/session-repository.js';
import { newSession, type StartedSession } from '../users/session.js';
import { UserRepository } from '../users/user-repository.js';
import { type Role, parseUserName, type User } from '../users/user.js';
import { type Identity, newIdentity } from '../users/identity.js';
import { IdentityRepository } from './identity-repository.js';

/** Leaves room for a numeric suffix. */
const MAX_LENGTH = 52;

/** A valid user name, made from the first suitable text. */
function nameOf(texts: readonly string[]): string {
  for (const text of texts)
    try {
      const visible = text.slice(0, 4 * MAX_LENGTH).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
      const shortened = Array.from(visible.normalize('NFKC')).slice(0, MAX_LENGTH);
      return parseUserName(shortened.join(''));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  return 'User';
}

const ID_LENGTH = 22;
const MAX_NUMBERED = 9;

/** A person authenticated by an identity provider. */
export interface Identified extends Identity {
  /** Names from the provider, the best first. */
  readonly names: readonly string[];
  /** The role of a new user without an invite. Absent: not admitted. */
  readonly role?: Role | undefined;
  /** Digest of an invite token. It admits a person who is not a user yet. */
  readonly invite?: string | undefined;
  readonly userAgent: string;
}

/** Signs in with an identity. A new user is admitted by an invite or with the given role. */
export class SignInByIdentity {
  static readonly ports = {
    accounts: AccountRepository,
    users: UserRepository,
    identities: IdentityRepository,
    invites: InviteRepository,
    sessions: SessionRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof SignInByIdentity.ports>) {}

  /**
   * @throws {IdentityUnknown} without user, invite and role. {InvalidInvite}
   * @throws {SetupNeeded} if the first user would not be an owner.
   */
  async execute(person: Identified): Promise<StartedSession> {
    const { identities, sessions } = this.ports;
    const user = (await identities.findUser(person)) ?? (await this.admit(person));
    const { session, secret } = newSession(this.ports, { userId: user.id, userAgent: person.userAgent });
    await sessions.add(session);
    return { user, session, secret };
  }

  private async admit(person: Identified): Promise<User> {
    const { identities } = this.ports;
    const invite = person.invite === undefined ? undefined : await this.inviteOf(person.invite);
    const role = invite?.role ?? person.role;
    if (role === undefined) throw new IdentityUnknown();
    const isFirst = person.invite === undefined && !(await this.ports.users.hasAny());
    if (isFirst && role !== 'owner') throw new SetupNeeded();
    const base = nameOf(person.names);
    for (let number = 1; ; number += 1)
      try {
        const name = this.numbered(base, number);
        return await this.store(person, { role, isFirst, name, accountId: invite?.accountId });
      } catch (error) {
        if (error instanceof UserExists && number <= MAX_NUMBERED) continue;
        const other = error instanceof IdentityTaken ? await identities.findUser(person) : undefined;
        if (other === undefined) throw error;
        return other; // the same person signed in twice at once
      }
  }

  private async inviteOf(digest: string): Promise<Invite> {
    const invite = await this.ports.invites.find(digest);
    if (invite?.purpose !== 'invite') throw new InvalidInvite();
    return invite;
  }

  /** The first user gets the account of the first administrator, others that of the invite, or a new one with their name. */
  private async store(
    person: Identified,
    {
      role,
      isFirst,
      name,
      accountId,
    }: Pick<User, 'role' | 'name'> & Pick<Invite, 'accountId'> & { readonly isFirst: boolean },
  ): Promise<User> {
    const { users, ids, clock } = this.ports;
    const createdAt = clock.now();
    const given = { id: ids.next(ID_LENGTH), name, createdAt };
    const { accounts } = this.ports;
    const account = isFirst ? await accounts.addFirst({ ...given, name: FIRST_ACCOUNT_NAME }) : given;
    const user: User = {
      id: ids.next(ID_LENGTH),
      accountId: accountId ?? account.id,
      name,
      role,
      createdAt,
    };
    const identity = newIdentity(this.ports, { ...person, userId: user.id, name: person.names[0] ?? '' });
    await users.admit(user, {
      digest: person.invite,
      account: isFirst || accountId !== undefined ? undefined : account,
      identity,
    });
    if (isFirst) await nameFirstAccount(accounts, account, name);
    return user;
  }

  private numbered(base: string, number: number): string {
    if (number === 1) return base;
    return `${base} ${number <= MAX_NUMBERED ? number : this.ports.ids.next(8)}`;
  }
}
