import { Clock, type PortsOf } from '@cairn/kernel';
import { FeatureRules } from '../content/feature-limits.js';
import { FeatureStore } from '../feature-store.js';
import type { FeatureFailure } from '../writing/modification.js';
import type { FeatureRestoration } from '../writing/restoration.js';

/** Features of one step: writing them takes some 50 ms. */
const AT_ONCE = 1_000;

/** Maximum features that are restored while somebody waits. */
export const MOST_AT_ONCE = 10_000;

/** What is needed to restore features. */
export const restoringPorts = { features: FeatureStore, clock: Clock, rules: FeatureRules };

/** What to restore, and how much of it. */
export interface RestoringSteps extends Pick<FeatureRestoration, 'entry' | 'ids' | 'maxFeatures'> {
  /** Ends after this many features. */
  readonly most: number;
  readonly cancellation?: { readonly aborted: boolean } | undefined;
}

/** The result of restoring. */
export interface StepsTaken {
  readonly restored: number;
  readonly failed: readonly FeatureFailure[];
  /** Whether some features were not looked at. */
  readonly isStopped: boolean;
}

/** Restores features in steps, each in a transaction of its own. @throws {SpaceNotFound} {NotInTrash} */
export async function restoreInSteps(
  { features, clock, rules }: PortsOf<typeof restoringPorts>,
  spaceId: string,
  { entry, ids, maxFeatures, most, cancellation }: RestoringSteps,
): Promise<StepsTaken> {
  const failed: FeatureFailure[] = [];
  let restored = 0;
  let after: string | undefined;
  for (let looked = 0; looked < most && cancellation?.aborted !== true; looked += AT_ONCE) {
    const given = { entry, ids, maxFeatures, quota: rules.quota };
    const step = await features.restore(spaceId, { ...given, after, limit: AT_ONCE, now: clock.now() });
    restored += step.restored.length;
    failed.push(...step.failed);
    after = step.last;
    if (after === undefined) return { restored, failed, isStopped: false };
  }
  return { restored, failed, isStopped: true };
}
