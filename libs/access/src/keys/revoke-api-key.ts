import type { Clock } from '@cairn/kernel';
import type { ApiKeyRepository, Revocation } from './api-key-repository.js';
import type { ApiKey, Caller } from './api-key.js';
import { KeyNotFound } from '../errors.js';
import { assertCovers, assertManagesKeys } from '../authorization.js';

/** Revokes a key for good, at once, and with it every key that it made, directly or through others. */
export class RevokeApiKey {
  constructor(private readonly ports: { readonly keys: ApiKeyRepository; readonly clock: Clock }) {}

  /**
   * Whoever has a key may revoke that one.
   * @throws {ScopeMissing} when it is another key and the caller's lacks `keys:manage`, or may do less.
   * @throws {KeyNotFound} also when it is somebody else's and the caller no administrator.
   * @throws {LastAdminKey} when nobody could administer any more, unless `lastAdmin` says to revoke it all the same.
   */
  async execute(caller: Caller, id: string, lastAdmin: Revocation['lastAdmin'] = 'refuse'): Promise<ApiKey> {
    const { keys, clock } = this.ports;
    if (id !== caller.keyId) await this.assertRevocable(caller, id);
    return await keys.revoke(id, { at: clock.now(), lastAdmin });
  }

  private async assertRevocable(caller: Caller, id: string): Promise<void> {
    assertManagesKeys(caller);
    const { accountId, scopes } = await this.ports.keys.get(id);
    if (accountId !== caller.accountId && !caller.scopes.includes('admin')) throw new KeyNotFound();
    assertCovers(caller, scopes);
  }
}
