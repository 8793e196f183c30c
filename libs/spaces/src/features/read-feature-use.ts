import type { PortsOf } from '@cairn/kernel';
import { FeatureRules } from './content/feature-limits.js';
import { FeatureAnalytics } from './analytics/feature-analytics.js';
import type { FeatureQuota, FeatureUse } from './content/account-use.js';

export type { FeatureQuota, FeatureUse };

/** Tells how many features an account has in all its spaces, and may have. */
export class ReadFeatureUse {
  static readonly ports = { analytics: FeatureAnalytics, rules: FeatureRules };

  constructor(private readonly ports: PortsOf<typeof ReadFeatureUse.ports>) {}

  async execute(owner: string): Promise<FeatureUse & { readonly quota: FeatureQuota }> {
    const { analytics, rules } = this.ports;
    return { ...(await analytics.use(owner)), quota: rules.quota };
  }
}
