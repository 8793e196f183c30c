import { Clock, type PortsOf, type Restoration, type Restorer } from '@cairn/kernel';
import { FeatureRules } from '../features/content/feature-limits.js';
import { SpaceRepository } from './space-repository.js';

/** Restores a deleted space with all it had. */
export class RestoreSpace implements Restorer {
  static readonly ports = { spaces: SpaceRepository, clock: Clock, rules: FeatureRules };

  constructor(private readonly ports: PortsOf<typeof RestoreSpace.ports>) {}

  /** @throws {NotInTrash} {SpaceExists} {FeatureQuotaExceeded} */
  async execute(owner: string, entry: string): Promise<Restoration> {
    const { spaces, clock, rules } = this.ports;
    await spaces.restore({ owner, entry, now: clock.now(), quota: rules.quota });
    return { isRenamed: false };
  }
}
