import type { PortsOf } from '@cairn/kernel';
import { FeatureReader } from './importing/feature-reader.js';
import { FeatureStore } from './feature-store.js';

interface Copying {
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** How many features got copies, and how many would have taken too much. */
export interface CopyReport {
  readonly copied: number;
  readonly setAside: number;
}

/** Makes the copies of large features that tiles of low zooms are drawn of. */
export class CopyFeatures {
  static readonly ports = { features: FeatureStore, reader: FeatureReader };

  constructor(private readonly ports: PortsOf<typeof CopyFeatures.ports>) {}

  /**
   * Until every large feature was looked at, or it is stopped. One that is too dear is set aside as it is, without copies,
   * until it is written anew: its tiles are drawn of all of it.
   */
  async execute({ signal }: Copying = {}): Promise<CopyReport> {
    const { features, reader } = this.ports;
    let [copied, setAside] = [0, 0];
    let next = await features.uncopied();
    while (next !== undefined && signal?.aborted !== true) {
      const { key, body } = next;
      const copies = await reader.copies(body);
      await features.addCopies(key, copies === 'too-dear' ? [] : copies);
      if (copies === 'too-dear') setAside += 1;
      else if (copies.length > 0) copied += 1;
      next = await features.uncopied(key);
    }
    return { copied, setAside };
  }
}
