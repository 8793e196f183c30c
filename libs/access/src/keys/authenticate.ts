import { StorageUnavailable, Clock, type PortsOf } from '@cairn/kernel';
import type { KeyCaller } from '../permissions/caller.js';
import { ApiKeyRepository } from './api-key-repository.js';
import { isUsable, type ApiKey } from './api-key.js';
import { InvalidKey } from '../errors.js';
import { KeySecret } from './key-secret.js';
import { SecretDigest } from './secret-digest.js';

/** Limits writes: `lastUsedAt` is updated at most once a minute, not on every request. */
const TOUCH_INTERVAL_MS = 60_000;

/** Authenticates a caller by the secret of an API key. */
export class Authenticate {
  static readonly ports = { keys: ApiKeyRepository, digest: SecretDigest, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof Authenticate.ports>) {}

  /** @throws {InvalidKey} A malformed key is rejected without a lookup. */
  async execute(text: string): Promise<KeyCaller> {
    const { keys, digest, clock } = this.ports;
    const secret = KeySecret.parse(text);
    const key = secret && (await keys.findByDigest(digest.digest(secret.text)));
    const now = clock.now();
    if (key === undefined || !isUsable(key, now)) throw new InvalidKey();
    if (now - (key.lastUsedAt ?? 0) >= TOUCH_INTERVAL_MS) await this.touch(key, now);
    const { id: keyId, accountId, userId, scopes, expiresAt } = key;
    return { accountId, keyId, userId, scopes, expiresAt };
  }

  /** Ignores a store that cannot be written to: callers must still be able to read, and to delete to free space. */
  private async touch({ id }: ApiKey, now: number): Promise<void> {
    try {
      await this.ports.keys.touch(id, now);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }
}
