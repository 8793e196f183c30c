import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { newIdentity, type LinkedIdentity } from '../users/identity.js';
import { IdentityRepository } from './identity-repository.js';

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
