import type { PortsOf } from '@cairn/kernel';
import { SigningKeyRepository } from './signing-key-repository.js';

/** Removes a key. URLs that it signed are rejected from now on. */
export class RevokeSigningKey {
  static readonly ports = { keys: SigningKeyRepository };

  constructor(private readonly ports: PortsOf<typeof RevokeSigningKey.ports>) {}

  /** @throws {SigningKeyNotFound} */
  async execute(id: string): Promise<void> {
    await this.ports.keys.remove(id);
  }
}
