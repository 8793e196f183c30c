import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../../caller.js';
import { SpaceRepository } from '../../registry/space-repository.js';
import { assertMayUse } from '../feature-access.js';
import { FeatureTrash } from './feature-trash.js';
import {
  MOST_AT_ONCE,
  restoreInSteps,
  restoringPorts,
  type RestoringSteps,
  type StepsTaken,
} from './restore-steps.js';

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
