import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { type Cancellation, FeatureStore } from './feature-store.js';
import type { FeatureCriteria } from './searching/feature-query.js';
import { parseCriteria } from './searching/parse-criteria.js';

/** Which features are counted, and until when. */
export interface FeatureCount extends FeatureCriteria {
  readonly cancellation?: Cancellation | undefined;
}

/** Counts features exactly. */
export class CountFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof CountFeatures.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} */
  async execute(caller: Caller, spaceId: string, wanted: FeatureCount = {}): Promise<number> {
    const { spaces, features } = this.ports;
    const criteria = parseCriteria(wanted);
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    const isAll = Object.values(criteria).every((criterion) => criterion === undefined);
    return isAll
      ? (await features.statistics(spaceId)).total
      : await features.count(spaceId, { ...criteria, reader: holderOf(caller) }, wanted.cancellation);
  }
}
