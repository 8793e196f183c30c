import type { PortsOf } from '@cairn/kernel';
import { FeatureRules } from './content/feature-limits.js';
import { FeatureStore } from './feature-store.js';
import type { FeatureQuota, FeatureUse } from './writing/account-use.js';

export type { FeatureQuota, FeatureUse };

/** Tells how many features an account has in all its spaces, and may have. */
export class ReadFeatureUse {
  static readonly ports = { features: FeatureStore, rules: FeatureRules };

  constructor(private readonly ports: PortsOf<typeof ReadFeatureUse.ports>) {}

  async execute(owner: string): Promise<FeatureUse & { readonly quota: FeatureQuota }> {
    const { features, rules } = this.ports;
    return { ...(await features.use(owner)), quota: rules.quota };
  }
}
