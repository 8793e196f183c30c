import type { PortsOf } from '@cairn/kernel';
import type { LinkedIdentity } from '../users/identity.js';
import { IdentityRepository } from './identity-repository.js';

/** Lists the identities that a user signs in with, oldest first. */
export class ListIdentities {
  static readonly ports = { identities: IdentityRepository };

  constructor(private readonly ports: PortsOf<typeof ListIdentities.ports>) {}

  async execute(userId: string): Promise<readonly LinkedIdentity[]> {
    return await this.ports.identities.list(userId);
  }
}
