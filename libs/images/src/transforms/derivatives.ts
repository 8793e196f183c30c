import { StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { BlobNotFound, FileTooLarge } from '../errors.js';
import type { ByteRange, StoredBlob } from '../store/blob-area.js';
import { BlobStore } from '../store/blob-store.js';
import type { RenderedType } from './transform.js';

const LISTED_AT_ONCE = 1_000;
/** Of one original. There are few, and some stores read every key that they list. */
const REMOVED_AT_ONCE = 32;
/** How full the area is after an eviction. */
const KEPT_SHARE = 0.9;

/** How much is kept of what can be made again. */
export class DerivativeLimits {
  constructor(
    readonly budgetInBytes: number = 1024 ** 3,
    /** Larger ones are not kept. */
    readonly maxBytes: number = 32 * 1024 ** 2,
  ) {}
}

/** What the derivatives that this process knows of come to. */
export interface DerivativeTotal {
  readonly count: number;
  readonly sizeInBytes: number;
  readonly budgetInBytes: number;
}

/** Compatible with `AbortSignal`. */
interface Stop {
  readonly aborted: boolean;
}

/** What an eviction did. */
export interface EvictionReport {
  readonly kept: number;
  readonly keptBytes: number;
  readonly evicted: number;
}

/**
 * The derivatives that are stored, within a budget of bytes. When each was used last is known in memory only: after a
 * restart, the order in which they were stored stands for it.
 */
export class Derivatives {
  static readonly ports = { blobs: BlobStore, limits: DerivativeLimits };

  /** Sizes by key, those used last at the end. */
  private sizes = new Map<string, number>();
  private totalBytes = 0;
  private evicting: Promise<EvictionReport> | undefined;
  /** Whether a key is stored that was kept or removed while the stored ones are listed: the listing may tell otherwise. */
  private changedMeanwhile: Map<string, boolean> | undefined;

  constructor(private readonly ports: PortsOf<typeof Derivatives.ports>) {}

  get total(): DerivativeTotal {
    const { budgetInBytes } = this.ports.limits;
    return { count: this.sizes.size, sizeInBytes: this.totalBytes, budgetInBytes };
  }

  /** The size of a stored derivative, which counts as used now. */
  async find(key: string): Promise<number | undefined> {
    const known = this.sizes.get(key) ?? (await this.area.find(key))?.sizeInBytes;
    if (known !== undefined) this.use(key, known);
    return known;
  }

  /** Counts it as used now, if it is known to be stored. */
  touch(key: string): void {
    const known = this.sizes.get(key);
    if (known !== undefined) this.use(key, known);
  }

  /** Whether it is stored now, as the store says. */
  async isStored(key: string): Promise<boolean> {
    return (await this.area.find(key)) !== undefined;
  }

  /** @throws {BlobNotFound} when it was evicted meanwhile, here or by another node. */
  async get(key: string, range: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.area.get(key, range);
    } catch (error) {
      if (error instanceof BlobNotFound) this.forget(key);
      throw error;
    }
  }

  /** Stores a derivative if there is room for it; tells whether it is stored. Whether or not, it can be made again. */
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
    // What cannot be removed now is for a later eviction, whose job tells of it: this derivative is stored.
    if (this.totalBytes > limits.budgetInBytes) await this.shrink().catch(() => undefined);
    return true;
  }

  /** Removes every derivative whose key begins so. @throws {StorageUnavailable} */
  async removeAll(prefix: string): Promise<void> {
    for (;;) {
      const listed = await this.area.list(REMOVED_AT_ONCE, prefix);
      const found = listed.filter(({ key }) => key.startsWith(prefix));
      for (const { key } of found) await this.remove(key);
      if (found.length < REMOVED_AT_ONCE) return;
    }
  }

  /** Compares with what is stored, then removes those used least recently until the budget is kept. */
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
    this.evicting ??= this.removeOldest().finally(() => (this.evicting = undefined));
    return await this.evicting;
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
