import { Clock, type PortsOf } from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { ApiKeyRepository, type Revocation } from './api-key-repository.js';
import type { ApiKey } from './api-key.js';
import { KeyNotFound } from '../errors.js';
import { assertCovers, assertManagesKeys } from '../authorization.js';

/** Revokes a key and all its descendants, immediately and permanently. */
export class RevokeApiKey {
  static readonly ports = { keys: ApiKeyRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof RevokeApiKey.ports>) {}

  /**
   * A caller may always revoke its own key.
   * @throws {ScopeMissing} for another key, if the caller lacks `keys:manage` or one of that key's scopes.
   * @throws {KeyNotFound} also if the key belongs to another account and the caller is not an administrator.
   * @throws {LastAdminKey} if no key that can administer would be left and `lastAdmin` is `'refuse'`.
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
