import { type PortsOf, Clock, IdGenerator } from '@cairn/kernel';
import { PasskeyRepository, type Passkey } from './passkey-repository.js';
import { parseName } from '../accounts/account.js';

const ID_LENGTH = 22;

/** Lists the passkeys of a user, oldest first. */
export class ListPasskeys {
  static readonly ports = { passkeys: PasskeyRepository };

  constructor(private readonly ports: PortsOf<typeof ListPasskeys.ports>) {}

  async execute(userId: string): Promise<readonly Passkey[]> {
    return await this.ports.passkeys.list(userId);
  }
}

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

/** Removes a passkey. Existing sessions stay. */
export class RemovePasskey {
  static readonly ports = { passkeys: PasskeyRepository };

  constructor(private readonly ports: PortsOf<typeof RemovePasskey.ports>) {}

  /** @throws {PasskeyNotFound} also if it is a passkey of another user. {LastSignIn} */
  async execute(userId: string, id: string): Promise<void> {
    await this.ports.passkeys.remove(userId, id);
  }
}
