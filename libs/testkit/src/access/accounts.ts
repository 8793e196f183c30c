import { assert } from '../assert.js';
import {
  Authenticate,
  Bootstrap,
  CreateAccount,
  CreateApiKey,
  ListAccounts,
  ListApiKeys,
  ReadAccount,
  RevokeApiKey,
  type Caller,
  type Scope,
  type KeyCaller,
} from '@cairn/access';
import type { AccountRepository, ApiKeyRepository, SecretDigest } from '@cairn/access/spi';
import type { Clock, IdGenerator } from '@cairn/kernel';

/** The ports that accounts and their keys need. */
export interface AccountsPorts {
  readonly accounts: AccountRepository;
  readonly keys: ApiKeyRepository;
  readonly digest: SecretDigest;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** The use cases of accounts and keys. */
export interface Accounts {
  readonly bootstrap: Bootstrap;
  readonly authenticate: Authenticate;
  readonly createAccount: CreateAccount;
  readonly readAccount: ReadAccount;
  readonly listAccounts: ListAccounts;
  readonly createKey: CreateApiKey;
  readonly listKeys: ListApiKeys;
  readonly revokeKey: RevokeApiKey;
}

/** Creates the use cases over these ports. */
export function accountsOver(ports: AccountsPorts): Accounts {
  return {
    bootstrap: new Bootstrap(ports),
    authenticate: new Authenticate(ports),
    createAccount: new CreateAccount(ports),
    readAccount: new ReadAccount(ports),
    listAccounts: new ListAccounts(ports),
    createKey: new CreateApiKey(ports),
    listKeys: new ListApiKeys(ports),
    revokeKey: new RevokeApiKey(ports),
  };
}

/** The bootstrap administrator, with the secret of its key. */
export async function administratorOf(
  accounts: Accounts,
): Promise<{ readonly caller: KeyCaller; readonly secret: string }> {
  const secret = await accounts.bootstrap.execute(undefined);
  assert.ok(secret !== undefined, 'no first key was made');
  return { caller: await accounts.authenticate.execute(secret), secret };
}

/** A caller of another account. By default it may read and write images and manage keys. */
export async function memberOf(
  accounts: Accounts,
  administrator: Caller,
  scopes: readonly Scope[] = ['images:read', 'images:write', 'keys:manage'],
): Promise<KeyCaller> {
  const { id: accountId } = await accounts.createAccount.execute(administrator, { name: 'Member' });
  const { secret } = await accounts.createKey.execute(administrator, {
    accountId,
    name: 'Images',
    scopes,
  });
  return await accounts.authenticate.execute(secret);
}
