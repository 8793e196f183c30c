import type { PortsOf } from '@cairn/kernel';
import { FeatureReader } from './importing/feature-reader.js';
import { FeatureStore } from './feature-store.js';

interface Copying {
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** Makes the copies of large features that tiles of low zooms are drawn of. */
export class CopyFeatures {
  static readonly ports = { features: FeatureStore, reader: FeatureReader };

  constructor(private readonly ports: PortsOf<typeof CopyFeatures.ports>) {}

  /** Until every large feature has its copies, or it is stopped. Gives how many got them. */
  async execute({ signal }: Copying = {}): Promise<number> {
    const { features, reader } = this.ports;
    let copied = 0;
    let next = await features.uncopied();
    while (next !== undefined && signal?.aborted !== true) {
      const { key, body } = next;
      const copies = await reader.copies(body);
      await features.addCopies(key, copies);
      if (copies.length > 0) copied += 1;
      next = await features.uncopied(key);
    }
    return copied;
  }
}
