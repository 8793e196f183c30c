import { SigningKeyExists, SigningKeyLimitReached, SigningKeyNotFound } from '@cairn/images';
import { MAX_SIGNING_KEYS, type SigningKey, type SigningKeyRepository } from '@cairn/images/spi';
import { going } from '../traces.js';

/** Keeps signing keys in memory. Every method completes synchronously, so calls never interleave. */
export class MemorySigningKeyRepository implements SigningKeyRepository {
  private readonly keys = new Map<string, SigningKey>();
  readonly traces = [going('signingKeys', this.keys, ({ uploadsTo }, { owner }) => uploadsTo === owner)];

  async add(key: SigningKey): Promise<void> {
    if (this.keys.has(key.name)) throw new SigningKeyExists();
    if (this.keys.size >= MAX_SIGNING_KEYS) throw new SigningKeyLimitReached(MAX_SIGNING_KEYS);
    this.keys.set(key.name, { ...key });
  }

  async findByName(name: string): Promise<SigningKey | undefined> {
    const key = this.keys.get(name);
    return key && { ...key };
  }

  async list(): Promise<readonly SigningKey[]> {
    return [...this.keys.values()]
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map((key) => ({ ...key }));
  }

  async remove(id: string): Promise<void> {
    const key = [...this.keys.values()].find((one) => one.id === id);
    if (key === undefined) throw new SigningKeyNotFound();
    this.keys.delete(key.name);
  }
}
