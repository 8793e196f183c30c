import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_KEYS = 10_000;

/** Which keys were valid when they were last used, of the latest 10,000; by their digests, so that none can be read here. */
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
