import type { PortsOf } from '@cairn/kernel';
import { FeatureStore } from './feature-store.js';

/** Removes for good what removed spaces and features have left behind; for a job in the background. */
export class PurgeFeatures {
  static readonly ports = { features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof PurgeFeatures.ports>) {}

  /** Until nothing is left, or it is cancelled. */
  async execute(cancellation?: { readonly aborted: boolean }): Promise<void> {
    const { features } = this.ports;
    while (cancellation?.aborted !== true && (await features.purge()) === 'more');
  }
}
