import type { Clock } from '@cairn/kernel';
import type { ApiKeyRepository } from '../api-key-repository.js';
import type { ApiKey, Caller } from '../api-key.js';
import { KeyNotFound } from '../errors.js';
import { assertCovers } from './manages.js';

/** Revokes a key for good, at once. */
export class RevokeApiKey {
  constructor(private readonly ports: { readonly keys: ApiKeyRepository; readonly clock: Clock }) {}

  /**
   * @throws {KeyNotFound} also when it is somebody else's and the caller no administrator.
   * @throws {ScopeMissing} when it is another key that may do more than the caller's.
   */
  async execute(caller: Caller, id: string): Promise<ApiKey> {
    const key = await this.ports.keys.get(id);
    if (key.accountId !== caller.accountId && !caller.scopes.includes('admin')) throw new KeyNotFound();
    if (key.id !== caller.keyId) assertCovers(caller, key.scopes);
    return await this.ports.keys.revoke(id, this.ports.clock.now());
  }
}
