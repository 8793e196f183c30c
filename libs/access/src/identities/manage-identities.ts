import { type PortsOf, Clock, IdGenerator } from '@cairn/kernel';
import { type LinkedIdentity, newIdentity } from '../users/identity.js';
import { IdentityRepository } from './identity-repository.js';

/** Lists the identities that a user signs in with, oldest first. */
export class ListIdentities {
  static readonly ports = { identities: IdentityRepository };

  constructor(private readonly ports: PortsOf<typeof ListIdentities.ports>) {}

  async execute(userId: string): Promise<readonly LinkedIdentity[]> {
    return await this.ports.identities.list(userId);
  }
}

/** Links an identity that a signed-in user can sign in with from now on. */
export class LinkIdentity {
  static readonly ports = { identities: IdentityRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof LinkIdentity.ports>) {}

  /** Does nothing if the user already has it. @throws {IdentityTaken} {UserNotFound} */
  async execute(given: Omit<LinkedIdentity, 'id' | 'createdAt'>): Promise<void> {
    const { identities } = this.ports;
    if ((await identities.findUser(given))?.id === given.userId) return;
    await identities.add(newIdentity(this.ports, given));
  }
}

/** Unlinks an identity. Existing sessions stay. */
export class UnlinkIdentity {
  static readonly ports = { identities: IdentityRepository };

  constructor(private readonly ports: PortsOf<typeof UnlinkIdentity.ports>) {}

  /** @throws {IdentityNotFound} also if it is an identity of another user. {LastSignIn} */
  async execute(userId: string, id: string): Promise<void> {
    await this.ports.identities.remove(userId, id);
  }
}
