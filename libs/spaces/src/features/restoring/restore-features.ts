import {
  type PortsOf,
  Clock,
  NotInTrash,
  Trash,
  type Restoration,
  type Restorer,
  DomainError,
  StorageUnavailable,
} from '@cairn/kernel';
import type { Caller } from '../../caller.js';
import { SpaceRepository } from '../../registry/space-repository.js';
import { assertMayUse, assertTakesWrites } from '../feature-access.js';
import { FeatureTrash } from './feature-trash.js';
import { FeatureRules } from '../content/feature-limits.js';
import { FeatureStore } from '../feature-store.js';
import type { FeatureFailure } from '../writing/modification.js';
import type { FeatureRestoration } from '../writing/restoration.js';
import { FeaturesNotWritten } from '../../errors.js';

/** Features of one step: writing them takes some 50 ms. */
const AT_ONCE = 1_000;

/** Maximum features that are restored while somebody waits. */
const MOST_AT_ONCE = 10_000;

/** What is needed to restore features. */
const restoringPorts = { features: FeatureStore, clock: Clock, rules: FeatureRules };

/** Restores features that were deleted from a space. */
export class RestoreFeatures {
  static readonly ports = { ...restoringPorts, spaces: SpaceRepository, trash: FeatureTrash };

  constructor(private readonly ports: PortsOf<typeof RestoreFeatures.ports>) {}

  /**
   * Anyone who may delete the features may restore them. If there are many, the first are restored and the rest is left
   * to a job. Features whose ids exist again fail, and stay in the trash.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {SpaceReadOnly}
   * @throws {NotInTrash} if there is no such entry of features of this space.
   */
  async execute(
    caller: Caller,
    spaceId: string,
    wanted: Pick<RestoringSteps, 'entry' | 'ids'>,
  ): Promise<StepsTaken> {
    const { spaces, trash } = this.ports;
    assertMayUse(caller, 'deleteFeatures', await spaces.get(spaceId));
    const maxFeatures = caller.limits?.maxFeaturesPerSpace;
    const steps = { ...wanted, maxFeatures, most: MOST_AT_ONCE };
    const taken = await restoreInSteps(this.ports, spaceId, steps);
    if (taken.isStopped) await trash.want(wanted.entry, { maxFeatures });
    return taken;
  }
}

/** What to restore, and how much of it. */
interface RestoringSteps extends Pick<FeatureRestoration, 'entry' | 'ids' | 'maxFeatures'> {
  /** Ends after this many features. */
  readonly most: number;
  readonly cancellation?: { readonly aborted: boolean } | undefined;
}

/** The result of restoring. */
interface StepsTaken {
  readonly restored: number;
  readonly failed: readonly FeatureFailure[];
  /** Whether some features were not looked at. */
  readonly isStopped: boolean;
}

/** Restores features in steps, each in a transaction of its own. @throws {SpaceNotFound} {NotInTrash} */
async function restoreInSteps(
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

/**
 * Restores all features of a deletion, as an entry of the trash. If there are many, restores the first ones and leaves
 * the rest to a job.
 */
export class RestoreDeletion implements Restorer {
  static readonly ports = { ...restoringPorts, spaces: SpaceRepository, entries: Trash, trash: FeatureTrash };

  constructor(private readonly ports: PortsOf<typeof RestoreDeletion.ports>) {}

  /**
   * @throws {NotInTrash} also if the space belongs to somebody else by now.
   * @throws {SpaceNotFound} {SpaceInactive} {SpaceReadOnly}
   * @throws {FeaturesNotWritten} with those that are left; the others are restored.
   */
  async execute(owner: string, entry: string): Promise<Restoration> {
    const { entries, spaces, trash } = this.ports;
    const [found] = await entries.find(owner, [entry]);
    const spaceId = found?.parts.find(({ type }) => type === 'space')?.id;
    if (found?.kind !== 'features' || spaceId === undefined) throw new NotInTrash();
    const space = await spaces.get(spaceId);
    if (space.owner !== owner) throw new NotInTrash();
    assertTakesWrites(space);
    const { failed, isStopped } = await restoreInSteps(this.ports, spaceId, { entry, most: MOST_AT_ONCE });
    if (isStopped) await trash.want(entry, {});
    if (failed.length > 0) throw new FeaturesNotWritten(failed);
    return { isRenamed: false };
  }
}

/** The name of the job. */
export const RESTORE_JOB = 'restore-features';

/** Restores deletions of so many features that no request waits for it; for a job in the background. */
export class RestoreWanted {
  static readonly ports = { ...restoringPorts, trash: FeatureTrash };

  constructor(private readonly ports: PortsOf<typeof RestoreWanted.ports>) {}

  /**
   * Runs until no deletion is left to restore, or it is cancelled: the next run continues. Returns the number of
   * features.
   */
  async execute(cancellation?: { readonly aborted: boolean }): Promise<number> {
    const { trash } = this.ports;
    let restored = 0;
    for (;;) {
      const wanted = await trash.findWanted();
      if (wanted === undefined) return restored;
      const { entry, spaceId, maxFeatures } = wanted;
      const steps = { entry, maxFeatures, most: Infinity, cancellation };
      const taken = await restoreInSteps(this.ports, spaceId, steps).catch(insteadOfRefusal);
      restored += taken.restored;
      if (cancellation?.aborted === true) return restored;
      await trash.unwant(entry);
    }
  }
}

/** The space or the entry has gone meanwhile. */
function insteadOfRefusal(error: unknown): { readonly restored: number } {
  if (error instanceof DomainError && !(error instanceof StorageUnavailable)) return { restored: 0 };
  throw error;
}
