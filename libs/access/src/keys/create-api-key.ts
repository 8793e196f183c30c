import { InvalidInput, parseAll, Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { AccountRepository } from '../accounts/account-repository.js';
import { parseName } from '../accounts/account.js';
import type { Caller } from '../permissions/caller.js';
import type { Scope } from '../permissions/scope.js';
import { ApiKeyRepository } from './api-key-repository.js';
import { MAX_KEYS, type ApiKey } from './api-key.js';
import { KeySecret } from './key-secret.js';
import { SecretDigest } from './secret-digest.js';
import { assertCovers, assertManages, assertManagesKeys } from '../authorization.js';

const ID_LENGTH = 22;

export interface ApiKeyRequest {
  /** Default: the caller's own account. */
  readonly accountId?: string | undefined;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** In epoch milliseconds. Default: the expiry of the caller's key, if any. */
  readonly expiresAt?: number | undefined;
}

/** A new key with its secret, which cannot be retrieved later. */
export interface CreatedApiKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** Creates a key for the caller's own account, or for any account if the caller is an administrator. */
export class CreateApiKey {
  static readonly ports = {
    accounts: AccountRepository,
    keys: ApiKeyRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreateApiKey.ports>) {}

  /**
   * @throws {ScopeMissing} if the caller lacks `keys:manage` or one of the requested scopes.
   * @throws {InvalidInput} also if the key would expire later than the caller's key.
   * @throws {AccountNotFound} {KeyLimitReached}
   * @throws {InvalidKey} if the caller's key was revoked or expired in the meantime, or the user removed.
   */
  async execute(caller: Caller, request: ApiKeyRequest): Promise<CreatedApiKey> {
    const { accounts, keys, digest, clock, ids } = this.ports;
    const { accountId = caller.accountId } = request;
    assertManagesKeys(caller);
    assertManages(caller, accountId);
    assertCovers(caller, request.scopes);
    const now = clock.now();
    const latest = caller.expiresAt;
    const { name, scopes, expiresAt } = parseAll({
      name: () => parseName(request.name),
      scopes: () => parseScopes(request.scopes),
      expiresAt: () => parseExpiry(request.expiresAt ?? latest, { now, latest }),
    });
    await accounts.get(accountId);
    const secret = KeySecret.create(ids);
    const key: ApiKey = {
      id: ids.next(ID_LENGTH),
      accountId,
      parentId: caller.keyId,
      userId: caller.userId,
      name,
      scopes,
      hint: secret.hint,
      digest: digest.digest(secret.text),
      createdAt: now,
      expiresAt,
    };
    await keys.add(key, MAX_KEYS);
    return { key, secret: secret.text };
  }
}

function parseScopes(given: readonly Scope[]): readonly Scope[] {
  if (given.length === 0) throw InvalidInput.of('too-few-scopes', 'A key needs at least one scope.');
  return [...new Set(given)];
}

function parseExpiry(
  expiresAt: number | undefined,
  { now, latest = Infinity }: { readonly now: number; readonly latest: number | undefined },
): number | undefined {
  if (expiresAt === undefined) return undefined;
  if (!(expiresAt > now))
    throw InvalidInput.of('invalid-time', 'The time at which the key expires must lie in the future.');
  if (expiresAt > latest)
    throw InvalidInput.of('outlives-maker', 'The key must not expire later than the key that makes it.');
  return expiresAt;
}
