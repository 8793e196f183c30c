import {
  PasskeyCopied,
  PasskeyExists,
  PasskeyNotFound,
  UserNotFound,
  type Passkey,
  type User,
} from '@cairn/access';
import type { PasskeyRepository } from '@cairn/access/spi';
import type { MemorySignInRecords } from '../memory-sign-in-records.js';

/** Keeps passkeys in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryPasskeyRepository implements PasskeyRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async add(passkey: Passkey): Promise<void> {
    if (!this.records.users.has(passkey.userId)) throw new UserNotFound();
    if (this.withCredential(passkey.credentialId) !== undefined) throw new PasskeyExists();
    this.records.passkeys.set(passkey.id, copyOf(passkey));
  }

  async find(credentialId: string): Promise<{ readonly passkey: Passkey; readonly user: User } | undefined> {
    const passkey = this.withCredential(credentialId);
    const user = passkey && this.records.users.get(passkey.userId);
    return passkey && user && { passkey: copyOf(passkey), user: { ...user } };
  }

  async list(userId: string): Promise<readonly Passkey[]> {
    return [...this.records.passkeys.values()]
      .filter((passkey) => passkey.userId === userId)
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map(copyOf);
  }

  async use(id: string, { counter, at }: { readonly counter: number; readonly at: number }): Promise<void> {
    const passkey = this.records.passkeys.get(id);
    if (passkey === undefined) throw new PasskeyNotFound();
    if (counter <= passkey.counter && (counter > 0 || passkey.counter > 0)) throw new PasskeyCopied();
    this.records.passkeys.set(id, { ...passkey, counter, lastUsedAt: at });
  }

  async remove(userId: string, id: string): Promise<void> {
    if (this.records.passkeys.get(id)?.userId !== userId) throw new PasskeyNotFound();
    this.records.assertOtherSignIn(userId);
    this.records.passkeys.delete(id);
  }

  private withCredential(credentialId: string): Passkey | undefined {
    return [...this.records.passkeys.values()].find((passkey) => passkey.credentialId === credentialId);
  }
}

function copyOf(passkey: Passkey): Passkey {
  return { ...passkey, transports: [...passkey.transports] };
}
