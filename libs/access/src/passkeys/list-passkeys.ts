import type { PortsOf } from '@cairn/kernel';
import { PasskeyRepository } from './passkey-repository.js';
import type { Passkey } from './passkey.js';

/** Lists the passkeys of a user, oldest first. */
export class ListPasskeys {
  static readonly ports = { passkeys: PasskeyRepository };

  constructor(private readonly ports: PortsOf<typeof ListPasskeys.ports>) {}

  async execute(userId: string): Promise<readonly Passkey[]> {
    return await this.ports.passkeys.list(userId);
  }
}
