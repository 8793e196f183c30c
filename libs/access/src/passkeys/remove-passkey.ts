import type { PortsOf } from '@cairn/kernel';
import { PasskeyRepository } from './passkey-repository.js';

/** Removes a passkey. Existing sessions stay. */
export class RemovePasskey {
  static readonly ports = { passkeys: PasskeyRepository };

  constructor(private readonly ports: PortsOf<typeof RemovePasskey.ports>) {}

  /** @throws {PasskeyNotFound} also if it is a passkey of another user. {LastSignIn} */
  async execute(userId: string, id: string): Promise<void> {
    await this.ports.passkeys.remove(userId, id);
  }
}
