import type { StagedBlob } from '@cairn/images';
import type { BlobStore } from '@cairn/images/spi';
import type { Found } from './disk-events.js';
import type { RecordedDisk } from './recorded-disk.js';
import { digestOf, MARKER } from './store-inspection.js';

const PIECE_BYTES = 64 * 1024;

/** Runs store operations and records what a reader may find during each and must find afterwards. */
export class ObservedStore {
  private readonly digests = new Map<string, string>();

  constructor(
    private readonly disk: RecordedDisk,
    readonly store: BlobStore,
  ) {}

  /** Stores bytes derived from the key. */
  async put(key: string, sizeInBytes: number): Promise<void> {
    const staged: StagedBlob = await this.store.stage(bytesFor(key, sizeInBytes), sizeInBytes);
    this.digests.set(key, staged.sha256);
    await this.change(key, {
      by: () => staged.commit({ area: 'originals', key, contentType: 'application/octet-stream' }),
      from: 'absent',
      to: this.stored(key),
    });
  }

  async delete(key: string): Promise<void> {
    const states = [this.stored(key), 'absent'];
    this.disk.note({ kind: 'expected', key, states }); // final: durability of a deletion is not promised
    await this.store.area('originals').delete(key);
  }

  async setAside(key: string): Promise<void> {
    await this.change(key, {
      by: () => this.store.move(key, { from: 'originals', to: 'quarantine' }),
      from: this.stored(key),
      to: `set aside ${this.digests.get(key)}`,
    });
  }

  async restore(key: string): Promise<void> {
    await this.change(key, {
      by: () => this.store.move(key, { from: 'quarantine', to: 'originals' }),
      from: `set aside ${this.digests.get(key)}`,
      to: this.stored(key),
    });
  }

  async deleteAside(key: string): Promise<void> {
    const states = [`set aside ${this.digests.get(key)}`, 'absent'];
    this.disk.note({ kind: 'expected', key, states });
    await this.store.area('quarantine').delete(key);
  }

  async claim(text: string): Promise<void> {
    this.digests.set(MARKER, digestOf(text));
    await this.change(MARKER, {
      by: () => this.store.marker.claim(text),
      from: 'absent',
      to: this.stored(MARKER),
    });
  }

  async replaceMarker(text: string): Promise<void> {
    const from = this.stored(MARKER);
    this.digests.set(MARKER, digestOf(text));
    await this.change(MARKER, { by: () => this.store.marker.replace(text), from, to: this.stored(MARKER) });
  }

  private stored(key: string): Found {
    return `stored ${this.digests.get(key)}`;
  }

  /** Meanwhile a reader finds either or both: a blob that is being moved has two names. */
  private async change(
    key: string,
    { by, from, to }: { readonly by: () => Promise<unknown>; readonly from: Found; readonly to: Found },
  ): Promise<void> {
    const both = `stored and set aside ${this.digests.get(key)}`;
    this.disk.note({ kind: 'expected', key, states: [from, to, both] });
    await by();
    this.disk.note({ kind: 'expected', key, states: [to] });
  }
}

/** Distinct bytes for each key, none of them 0, in chunks. */
export async function* bytesFor(key: string, sizeInBytes: number): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(`${key} `.repeat(Math.ceil(PIECE_BYTES / key.length)));
  for (let at = 0; at < sizeInBytes; at += PIECE_BYTES)
    yield text.subarray(0, Math.min(PIECE_BYTES, sizeInBytes - at));
}
