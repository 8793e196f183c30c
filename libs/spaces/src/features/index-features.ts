import type { PortsOf } from '@cairn/kernel';
import { FeatureStore } from './feature-store.js';

/** How many features have been looked at, and how many are to be looked at in all. */
export interface IndexingProgress {
  readonly done: number;
  readonly total: number;
}

/** When to stop, and whom to tell how far it is. */
export interface Indexing {
  readonly signal?: { readonly aborted: boolean };
  readonly report?: (progress: IndexingProgress) => void;
}

/** Makes the indexes that the `searchableProperties` of spaces ask for; for a job in the background. */
export class IndexFeatures {
  static readonly ports = { features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof IndexFeatures.ports>) {}

  /** Until nothing is left, or it is stopped. Gives how many features it looked at, once for every time. */
  async execute({ signal, report }: Indexing = {}): Promise<number> {
    let done = 0;
    while (signal?.aborted !== true) {
      const step = await this.ports.features.index();
      if (step === 'done') break;
      done += step.looked;
      report?.({ done, total: done + step.left });
    }
    return done;
  }
}
