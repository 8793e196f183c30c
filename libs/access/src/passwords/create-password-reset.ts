import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import { ChallengeRepository, PASSWORD_RESET_LIFETIME_MS } from '../challenges/challenge-repository.js';
import type { Caller } from '../permissions/caller.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { TOKEN_LENGTH } from '../users/session.js';
import { UserRepository } from '../users/user-repository.js';
import type { User } from '../users/user.js';

/** The token of a link by which a user sets a new password. It cannot be retrieved later. */
export interface CreatedPasswordReset {
  readonly user: User;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Makes a link by which a user sets a new password. Replaces an earlier link. Nothing else changes until it is used.
 */
export class CreatePasswordReset {
  static readonly ports = {
    users: UserRepository,
    challenges: ChallengeRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreatePasswordReset.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {UserNotFound} */
  async execute(caller: Caller, userId: string): Promise<CreatedPasswordReset> {
    assertAdministrator(caller);
    const { users, challenges, digest, clock, ids } = this.ports;
    const user = await users.get(userId);
    const token = ids.next(TOKEN_LENGTH);
    const createdAt = clock.now();
    const expiresAt = createdAt + PASSWORD_RESET_LIFETIME_MS;
    await challenges.add({
      purpose: 'password-reset',
      state: '',
      userId,
      digest: digest.digest(token),
      createdAt,
      expiresAt,
    });
    return { user, token, expiresAt };
  }
}
