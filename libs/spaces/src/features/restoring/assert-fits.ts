import { FeatureQuotaExceeded } from '../../errors.js';
import { AccountUse, type FeatureQuota, type FeatureUse } from '../content/account-use.js';

/** @throws {FeatureQuotaExceeded} if the quota does not allow what a space would add to the use. */
export function assertFits(use: FeatureUse, added: FeatureUse, quota?: FeatureQuota): void {
  const { featureCount: features, length } = added;
  const refusal = new AccountUse(use, quota).refusalOf({ features, length });
  if (refusal !== undefined) throw new FeatureQuotaExceeded(refusal);
}
