import { Clock, type PortsOf, type Restoration, type Restorer } from '@cairn/kernel';
import { FeatureRules } from '../features/content/feature-limits.js';
import { SpaceRepository } from './space-repository.js';
import { MAX_SPACES } from './space.js';

/** Restores a deleted space with all it had. */
export class RestoreSpace implements Restorer {
  static readonly ports = { spaces: SpaceRepository, clock: Clock, rules: FeatureRules };

  constructor(private readonly ports: PortsOf<typeof RestoreSpace.ports>) {}

  /** @throws {NotInTrash} {SpaceExists} {SpaceLimitReached} {FeatureQuotaExceeded} */
  async execute(owner: string, entry: string): Promise<Restoration> {
    const { spaces, clock, rules } = this.ports;
    const limits = { maxSpaces: MAX_SPACES, quota: rules.quota };
    await spaces.restore({ owner, entry, now: clock.now(), ...limits });
    return { isRenamed: false };
  }
}
