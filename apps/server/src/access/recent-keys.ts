import { hash } from 'node:crypto';

const MAX_KEYS = 10_000;

/** Which keys were valid when they were last used, of the latest 10,000; by their digests, so that none can be read here. */
export class RecentKeys {
  private readonly digests = new Set<string>();

  add(key: string): void {
    const digest = digestOf(key);
    this.digests.delete(digest);
    this.digests.add(digest);
    if (this.digests.size <= MAX_KEYS) return;
    const [oldest = digest] = this.digests;
    this.digests.delete(oldest);
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
