import type { PortsOf } from '@cairn/kernel';
import { SigningKeyRepository } from './signing-key-repository.js';
import type { SigningKey } from './signing-key.js';

/** Lists the signing keys, oldest first, without their secrets. */
export class ListSigningKeys {
  static readonly ports = { keys: SigningKeyRepository };

  constructor(private readonly ports: PortsOf<typeof ListSigningKeys.ports>) {}

  async execute(): Promise<readonly Omit<SigningKey, 'secret'>[]> {
    return (await this.ports.keys.list()).map(({ secret, ...shown }) => shown);
  }
}
