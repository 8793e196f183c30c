import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { parseName } from '../accounts/account.js';
import { PasskeyRepository } from './passkey-repository.js';
import type { Passkey } from './passkey.js';

const ID_LENGTH = 22;

/** A credential created by an authenticator for the user. */
export type NewPasskey = Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'>;

/** Adds a passkey that a signed-in user can sign in with from now on. */
export class AddPasskey {
  static readonly ports = { passkeys: PasskeyRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof AddPasskey.ports>) {}

  /** @throws {InvalidInput} for a name that is empty, too long or not text. {PasskeyExists} {UserNotFound} */
  async execute(given: NewPasskey): Promise<Passkey> {
    const { passkeys, clock, ids } = this.ports;
    const name = parseName(given.name);
    const passkey = { ...given, name, id: ids.next(ID_LENGTH), createdAt: clock.now() };
    await passkeys.add(passkey);
    return passkey;
  }
}
