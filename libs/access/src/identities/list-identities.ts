import type { PortsOf } from '@cairn/kernel';
import { IdentityRepository } from './identity-repository.js';
import type { LinkedIdentity } from './identity.js';

/** Lists the identities that a user signs in with, oldest first. */
export class ListIdentities {
  static readonly ports = { identities: IdentityRepository };

  constructor(private readonly ports: PortsOf<typeof ListIdentities.ports>) {}

  async execute(userId: string): Promise<readonly LinkedIdentity[]> {
    return await this.ports.identities.list(userId);
  }
}
