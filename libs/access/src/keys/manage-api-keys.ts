import { type PortsOf, type Page, type PageRequest, Clock, parseAll, parsePage } from '@cairn/kernel';
import { assertManagesKeys, assertAdministrator, assertManages, assertCovers } from '../authorization.js';
import { parseName } from '../accounts/account.js';
import { KeyNotFound } from '../errors.js';
import type { Caller } from '../permissions/caller.js';
import type { ApiKey } from './api-key.js';
import { ApiKeyRepository, type Revocation } from './api-key-repository.js';

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

/** One account, or `'*'` for all accounts. */
type KeysOf = { readonly accountId: string } | '*';

/** Lists API keys, including revoked and expired ones, oldest first. */
export class ListApiKeys {
  static readonly ports = { keys: ApiKeyRepository };

  constructor(private readonly ports: PortsOf<typeof ListApiKeys.ports>) {}

  /** @throws {ScopeMissing} without `keys:manage`, or for other accounts' keys if the caller is not an administrator. */
  async execute(caller: Caller, of: KeysOf, page: PageRequest): Promise<Page<ApiKey>> {
    assertManagesKeys(caller);
    if (of === '*') assertAdministrator(caller);
    else assertManages(caller, of.accountId);
    return await this.ports.keys.list(of === '*' ? undefined : of.accountId, parsePage(page));
  }
}

/** Gives a key another name. */
export class RenameApiKey {
  static readonly ports = { keys: ApiKeyRepository };

  constructor(private readonly ports: PortsOf<typeof RenameApiKey.ports>) {}

  /**
   * A caller may always rename its own key.
   * @throws {ScopeMissing} for another key, if the caller lacks `keys:manage` or one of that key's scopes.
   * @throws {KeyNotFound} also if the key belongs to another account and the caller is not an administrator.
   * @throws {InvalidInput}
   */
  async execute(caller: Caller, id: string, name: string): Promise<ApiKey> {
    const { keys } = this.ports;
    if (id !== caller.keyId) await assertOwns(keys, caller, id);
    return await keys.rename(id, parseAll({ name: () => parseName(name) }).name);
  }
}

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
    if (id !== caller.keyId) await assertOwns(keys, caller, id);
    return await keys.revoke(id, { at: clock.now(), lastAdmin });
  }
}

/** Whether a caller may change a key of others. @throws {ScopeMissing} {KeyNotFound} */
async function assertOwns(keys: Pick<ApiKeyRepository, 'get'>, caller: Caller, id: string): Promise<void> {
  assertManagesKeys(caller);
  const { accountId, scopes } = await keys.get(id);
  if (accountId !== caller.accountId && !caller.scopes.includes('admin')) throw new KeyNotFound();
  assertCovers(caller, scopes);
}
