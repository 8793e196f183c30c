import type { Clock } from '@cairn/kernel';
import type { ApiKeyRepository } from '../api-key-repository.js';
import type { ApiKey, Caller } from '../api-key.js';
import { KeyNotFound } from '../errors.js';

/** Revokes a key for good, at once. */
export class RevokeApiKey {
  constructor(private readonly ports: { readonly keys: ApiKeyRepository; readonly clock: Clock }) {}

  /** @throws {KeyNotFound} also when it is somebody else's and the caller no administrator. */
  async execute(caller: Caller, id: string): Promise<ApiKey> {
    const key = await this.ports.keys.get(id);
    if (key.accountId !== caller.accountId && !caller.scopes.includes('admin')) throw new KeyNotFound();
    return await this.ports.keys.revoke(id, this.ports.clock.now());
  }
}
