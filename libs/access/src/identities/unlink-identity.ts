import type { PortsOf } from '@cairn/kernel';
import { IdentityRepository } from './identity-repository.js';

/** Unlinks an identity. Existing sessions stay. */
export class UnlinkIdentity {
  static readonly ports = { identities: IdentityRepository };

  constructor(private readonly ports: PortsOf<typeof UnlinkIdentity.ports>) {}

  /** @throws {IdentityNotFound} also if it is an identity of another user. {LastSignIn} */
  async execute(userId: string, id: string): Promise<void> {
    await this.ports.identities.remove(userId, id);
  }
}
