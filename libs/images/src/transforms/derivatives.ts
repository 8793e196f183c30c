import { SingleFlight, StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { BlobNotFound, FileTooLarge } from '../errors.js';
import type { ByteRange, StoredBlob } from '../store/blob-area.js';
import { BlobStore } from '../store/blob-store.js';
import type { RenderedType } from './transform.js';

const LISTED_AT_ONCE = 1_000;
/** The page size for the derivatives of one original: they are few, and some stores read every key that they list. */
const REMOVED_AT_ONCE = 32;
/** The fill level after an eviction. */
const KEPT_SHARE = 0.9;

/** The storage limits of derivatives. */
export class DerivativeLimits {
  constructor(
    readonly budgetInBytes: number = 1024 ** 3,
    /** Larger ones are not stored. */
    readonly maxBytes: number = 32 * 1024 ** 2,
  ) {}
}

/** Totals of the derivatives known to this process. */
export interface DerivativeTotal {
  readonly count: number;
  readonly sizeInBytes: number;
  readonly budgetInBytes: number;
}

/** Compatible with `AbortSignal`. */
interface Stop {
  readonly aborted: boolean;
}

/** The results of an eviction. */
export interface EvictionReport {
  readonly kept: number;
  readonly keptBytes: number;
  readonly evicted: number;
}

/**
 * A store of derivatives with LRU eviction and a budget in bytes. The time of last use is only in memory; after a
 * restart, derivatives are ordered by the time they were stored.
 */
export class Derivatives {
  static readonly ports = { blobs: BlobStore, limits: DerivativeLimits };

  /** Sizes by key, the most recently used last. */
  private sizes = new Map<string, number>();
  private totalBytes = 0;
  private readonly evicting = new SingleFlight<EvictionReport>();
  /** Keys stored (`true`) or removed during a listing, which may be outdated for them. */
  private changedMeanwhile: Map<string, boolean> | undefined;

  constructor(private readonly ports: PortsOf<typeof Derivatives.ports>) {}

  get total(): DerivativeTotal {
    const { budgetInBytes } = this.ports.limits;
    return { count: this.sizes.size, sizeInBytes: this.totalBytes, budgetInBytes };
  }

  /** The size of a stored derivative. Marks it as used now. */
  async find(key: string): Promise<number | undefined> {
    const known = this.sizes.get(key) ?? (await this.area.find(key))?.sizeInBytes;
    if (known !== undefined) this.use(key, known);
    return known;
  }

  /** Marks it as used now, if it is known to be stored. */
  touch(key: string): void {
    const known = this.sizes.get(key);
    if (known !== undefined) this.use(key, known);
  }

  /** Whether the store has it now. */
  async isStored(key: string): Promise<boolean> {
    return (await this.area.find(key)) !== undefined;
  }

  /** @throws {BlobNotFound} when it was evicted meanwhile, by this or another node. */
  async get(key: string, range: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.area.get(key, range);
    } catch (error) {
      if (error instanceof BlobNotFound) this.forget(key);
      throw error;
    }
  }

  /** Stores a derivative if there is room. Returns whether it is stored. It can be made again in any case. */
  async keep(key: string, bytes: Uint8Array, contentType: RenderedType): Promise<boolean> {
    const { blobs, limits } = this.ports;
    if (bytes.length > Math.min(limits.maxBytes, limits.budgetInBytes)) return false;
    try {
      const staged = await blobs.stage(only(bytes), bytes.length);
      try {
        await staged.commit({ area: 'derivatives', key, contentType });
      } catch (error) {
        await staged.discard();
        // Another node has rendered the same meanwhile.
        if ((await this.area.find(key)) === undefined) throw error;
      }
    } catch (error) {
      if (error instanceof StorageUnavailable || error instanceof FileTooLarge) return false;
      throw error;
    }
    this.use(key, bytes.length);
    this.changedMeanwhile?.set(key, true);
    // A failed removal is left to a later eviction, whose job reports it. This derivative is stored.
    if (this.totalBytes > limits.budgetInBytes) await this.shrink().catch(() => undefined);
    return true;
  }

  /** Removes every derivative with this key prefix. @throws {StorageUnavailable} */
  async removeAll(prefix: string): Promise<void> {
    for (;;) {
      const listed = await this.area.list(REMOVED_AT_ONCE, prefix);
      const found = listed.filter(({ key }) => key.startsWith(prefix));
      for (const { key } of found) await this.remove(key);
      if (found.length < REMOVED_AT_ONCE) return;
    }
  }

  /** Synchronizes with the store, then evicts the least recently used until the budget is met. */
  async evict({ signal }: { readonly signal?: Stop } = {}): Promise<EvictionReport> {
    const changed = (this.changedMeanwhile = new Map<string, boolean>());
    const stored = await this.listStored(signal).finally(() => (this.changedMeanwhile = undefined));
    if (stored === 'stopped') return this.report(0);
    const keys = new Set(stored.map(({ key }) => key));
    const unknown = stored.filter(({ key }) => !this.sizes.has(key) && changed.get(key) !== false);
    unknown.sort((one, other) => one.storedAt - other.storedAt);
    this.sizes = new Map([
      ...unknown.map(({ key, sizeInBytes }): [string, number] => [key, sizeInBytes]),
      ...[...this.sizes].filter(([key]) => keys.has(key) || changed.get(key) === true), // others were evicted by another node
    ]);
    this.totalBytes = [...this.sizes.values()].reduce((total, size) => total + size, 0);
    return await this.shrink();
  }

  private async listStored(signal: Stop | undefined): Promise<readonly StoredBlob[] | 'stopped'> {
    const stored: StoredBlob[] = [];
    for (;;) {
      const page = await this.area.list(LISTED_AT_ONCE, stored.at(-1)?.key);
      stored.push(...page);
      if (page.length < LISTED_AT_ONCE) return stored;
      if (signal?.aborted === true) return 'stopped';
    }
  }

  private async shrink(): Promise<EvictionReport> {
    return await this.evicting.run(() => this.removeOldest());
  }

  private async removeOldest(): Promise<EvictionReport> {
    const { budgetInBytes } = this.ports.limits;
    let evicted = 0;
    if (this.totalBytes > budgetInBytes) {
      for (const key of [...this.sizes.keys()]) {
        if (this.totalBytes <= budgetInBytes * KEPT_SHARE) break;
        await this.remove(key);
        evicted += 1;
      }
    }
    return this.report(evicted);
  }

  private report(evicted: number): EvictionReport {
    return { kept: this.sizes.size, keptBytes: this.totalBytes, evicted };
  }

  private async remove(key: string): Promise<void> {
    try {
      await this.area.delete(key);
    } catch (error) {
      this.touch(key); // the next eviction begins with others
      throw error;
    }
    this.forget(key);
  }

  private use(key: string, sizeInBytes: number): void {
    this.drop(key);
    this.sizes.set(key, sizeInBytes);
    this.totalBytes += sizeInBytes;
  }

  private forget(key: string): void {
    this.changedMeanwhile?.set(key, false);
    this.drop(key);
  }

  private drop(key: string): void {
    this.totalBytes -= this.sizes.get(key) ?? 0;
    this.sizes.delete(key);
  }

  private get area(): ReturnType<BlobStore['area']> {
    return this.ports.blobs.area('derivatives');
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
