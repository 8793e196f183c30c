import type { Invite, User } from '@cairn/access';
import type {
  AccountRepository,
  ApiKeyRepository,
  ChallengeRepository,
  IdentityRepository,
  InviteRepository,
  PasskeyRepository,
  SessionRepository,
  UserRepository,
} from '@cairn/access/spi';
import { anAccount, anInvite, aUser } from '../../builders.js';

/** Users, with all that comes and goes with them. */
export interface UserPorts {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly invites: InviteRepository;
  readonly identities: IdentityRepository;
  readonly challenges: ChallengeRepository;
  readonly passkeys: PasskeyRepository;
  readonly accounts: AccountRepository;
  readonly keys: ApiKeyRepository;
}

/** Admits a user by an invite, with a new account. */
export async function admitted(
  { users, invites }: UserPorts,
  given: Partial<User> = {},
  invited: Partial<Invite> = {},
): Promise<User> {
  const invite = anInvite(invited);
  const user = aUser(given);
  await invites.add(invite);
  await users.admit(user, { digest: invite.digest, account: anAccount({ id: user.accountId }) });
  return user;
}

/** A value without the fields that are `undefined`. */
export function stated<T extends object>(value: T): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
