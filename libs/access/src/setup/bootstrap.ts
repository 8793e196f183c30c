import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { FIRST_ACCOUNT_NAME } from '../accounts/account.js';
import { AccountRepository } from '../accounts/account-repository.js';
import { ApiKeyRepository } from '../keys/api-key-repository.js';
import { KeyExists } from '../errors.js';
import { KeySecret } from '../keys/key-secret.js';
import { scopes } from '../permissions/scope.js';
import { SecretDigest } from '../keys/secret-digest.js';

const ID_LENGTH = 22;

/** Creates the first account, and a key with every scope if the account has no keys. */
export class Bootstrap {
  static readonly ports = {
    accounts: AccountRepository,
    keys: ApiKeyRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof Bootstrap.ports>) {}

  /**
   * Returns the secret of the created key, or `undefined` if none was created. A `given` secret is added to the first
   * account unless it exists already. Without one, a key is created only if the account has no keys.
   */
  async execute(given: KeySecret | undefined): Promise<string | undefined> {
    const { accounts, keys, clock, ids } = this.ports;
    const account = await accounts.addFirst({
      id: ids.next(ID_LENGTH),
      name: FIRST_ACCOUNT_NAME,
      createdAt: clock.now(),
    });
    if (given !== undefined) return await this.addKey(account.id, given);
    const { items } = await keys.list(account.id, { limit: 1 });
    return items.length === 0 ? await this.addKey(account.id, KeySecret.create(ids)) : undefined;
  }

  private async addKey(accountId: string, secret: KeySecret): Promise<string | undefined> {
    const { keys, digest, clock, ids } = this.ports;
    try {
      await keys.add({
        id: ids.next(ID_LENGTH),
        accountId,
        name: 'First key',
        scopes,
        hint: secret.hint,
        digest: digest.digest(secret.text),
        createdAt: clock.now(),
      });
      return secret.text;
    } catch (error) {
      if (error instanceof KeyExists) return undefined;
      throw error;
    }
  }
}
