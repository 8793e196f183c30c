import type { Page, PageRequest, PortsOf } from '@cairn/kernel';
import type { Caller } from '../permissions/caller.js';
import { ApiKeyRepository } from './api-key-repository.js';
import type { ApiKey } from './api-key.js';
import { assertAdministrator, assertManages, assertManagesKeys } from '../authorization.js';

/** One account, or `'*'` for all accounts. */
export type KeysOf = { readonly accountId: string } | '*';

/** Lists API keys, including revoked and expired ones, oldest first. */
export class ListApiKeys {
  static readonly ports = { keys: ApiKeyRepository };

  constructor(private readonly ports: PortsOf<typeof ListApiKeys.ports>) {}

  /** @throws {ScopeMissing} without `keys:manage`, or for other accounts' keys if the caller is not an administrator. */
  async execute(caller: Caller, of: KeysOf, page: PageRequest): Promise<Page<ApiKey>> {
    assertManagesKeys(caller);
    if (of === '*') assertAdministrator(caller);
    else assertManages(caller, of.accountId);
    return await this.ports.keys.list(of === '*' ? undefined : of.accountId, page);
  }
}
