import type { PortsOf } from '@cairn/kernel';
import { assertManagesKeys } from '../authorization.js';
import { KeyNotFound } from '../errors.js';
import type { Caller } from '../permissions/caller.js';
import type { ApiKey } from './api-key.js';
import { ApiKeyRepository } from './api-key-repository.js';

/** Returns one API key, without its secret. */
export class ReadApiKey {
  static readonly ports = { keys: ApiKeyRepository };

  constructor(private readonly ports: PortsOf<typeof ReadApiKey.ports>) {}

  /**
   * A caller may always read its own key.
   * @throws {ScopeMissing} for another key, if the caller lacks `keys:manage`.
   * @throws {KeyNotFound} also if the key belongs to another account and the caller is not an administrator.
   */
  async execute(caller: Caller, id: string): Promise<ApiKey> {
    if (id !== caller.keyId) assertManagesKeys(caller);
    const key = await this.ports.keys.get(id);
    if (key.accountId !== caller.accountId && !caller.scopes.includes('admin')) throw new KeyNotFound();
    return key;
  }
}
