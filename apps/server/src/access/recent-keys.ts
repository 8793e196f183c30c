import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_KEYS = 10_000;

/** The 10,000 most recently used valid keys. Stores digests, so that memory holds no secrets. */
export class RecentKeys {
  private readonly digests = new LRUCache<string, true>({ max: MAX_KEYS });

  add(key: string): void {
    this.digests.set(digestOf(key), true);
  }

  has(key: string): boolean {
    return this.digests.has(digestOf(key));
  }

  delete(key: string): void {
    this.digests.delete(digestOf(key));
  }
}

function digestOf(key: string): string {
  return hash('sha256', key, 'base64');
}
