import { Clock, IdGenerator, InvalidInput, parseAll, type PortsOf } from '@cairn/kernel';
import { AccountRepository } from '../accounts/account-repository.js';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { TOKEN_LENGTH } from '../users/session.js';
import type { Grant } from '../grants/grant.js';
import { assertFits, assertPassesOn } from '../grants/may-give.js';
import type { Role } from '../users/user.js';
import { InviteRepository } from './invite-repository.js';
import { INVITE_LIFETIME_MS, MAX_INVITE_LIFETIME_MS, MIN_INVITE_LIFETIME_MS, type Invite } from './invite.js';

const ID_LENGTH = 22;

/** A new invite with the token of its link, which cannot be retrieved later. */
export interface CreatedInvite {
  readonly invite: Invite;
  readonly token: string;
}

export interface InviteRequest {
  readonly role: Role;
  /** A week by default. */
  readonly lifetimeMs?: number | undefined;
  /** An account without a user, for example because its user was removed. A new one by default. */
  readonly accountId?: string | undefined;
  /** What the user is granted: a resource of the caller's account, which the caller has checked. */
  readonly granted?: Pick<Grant, 'resource' | 'role'> | undefined;
}

/** Creates an invite link for one user. */
export class CreateInvite {
  static readonly ports = {
    invites: InviteRepository,
    accounts: AccountRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreateInvite.ports>) {}

  /**
   * @throws {ScopeMissing} unless the caller is an administrator, and may do what is granted. {InvalidInput}
   * @throws {AccountNotFound} {AccountHasUser}
   */
  async execute(
    caller: Caller,
    { role, lifetimeMs, accountId, granted }: InviteRequest,
  ): Promise<CreatedInvite> {
    assertAdministrator(caller);
    if (granted !== undefined) {
      assertPassesOn(caller, granted);
      assertFits(granted, '/grant/role');
    }
    const { invites, accounts, digest, clock, ids } = this.ports;
    const { expiresIn } = parseAll({ expiresIn: () => parseLifetime(lifetimeMs) });
    if (accountId !== undefined) await accounts.get(accountId);
    const token = ids.next(TOKEN_LENGTH);
    const createdAt = clock.now();
    const invite: Invite = {
      id: ids.next(ID_LENGTH),
      digest: digest.digest(token),
      purpose: 'invite',
      role,
      ...(accountId !== undefined && { accountId }),
      ...(granted && { grant: { id: ids.next(ID_LENGTH), accountId: caller.accountId, ...granted } }),
      userId: caller.userId,
      createdAt,
      expiresAt: createdAt + expiresIn,
    };
    await invites.add(invite);
    return { invite, token };
  }
}

function parseLifetime(lifetimeMs = INVITE_LIFETIME_MS): number {
  if (lifetimeMs >= MIN_INVITE_LIFETIME_MS && lifetimeMs <= MAX_INVITE_LIFETIME_MS) return lifetimeMs;
  throw InvalidInput.of('invalid-time', 'An invite is valid for at least a minute and at most 30 days.');
}
