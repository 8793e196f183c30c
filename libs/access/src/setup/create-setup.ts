import { Clock, IdGenerator, StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { SecretDigest } from '../keys/secret-digest.js';
import { TOKEN_LENGTH } from '../users/session.js';
import { InviteRepository } from '../invites/invite-repository.js';
import { SETUP_LIFETIME_MS } from '../invites/invite.js';
import { UserRepository } from '../users/user-repository.js';

const ID_LENGTH = 22;

/** Creates the set-up link for the first user. Replaces an earlier one. */
export class CreateSetup {
  static readonly ports = {
    invites: InviteRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreateSetup.ports>) {}

  /**
   * The token of the link; `undefined` if a user can sign in already, or the store is not writable, such as with a full
   * disk.
   */
  async execute(): Promise<string | undefined> {
    const { invites, digest, clock, ids } = this.ports;
    const token = ids.next(TOKEN_LENGTH);
    const createdAt = clock.now();
    const invite = {
      id: ids.next(ID_LENGTH),
      digest: digest.digest(token),
      purpose: 'setup',
      role: 'owner',
      createdAt,
      expiresAt: createdAt + SETUP_LIFETIME_MS,
    } as const;
    try {
      return (await invites.openSetup(invite)) ? token : undefined;
    } catch (error) {
      if (error instanceof StorageUnavailable) return undefined;
      throw error;
    }
  }
}

/** Whether nobody can sign in yet. */
export class NeedsSetup {
  static readonly ports = { users: UserRepository };

  constructor(private readonly ports: PortsOf<typeof NeedsSetup.ports>) {}

  async execute(): Promise<boolean> {
    return !(await this.ports.users.hasAny());
  }
}
