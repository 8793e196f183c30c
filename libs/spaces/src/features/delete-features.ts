import { Clock, IdGenerator, intoTrash, TrashRules, type PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { FeaturesNotWritten } from '../errors.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { emptyDraft } from './content/feature-draft.js';
import { FeatureRules } from './content/feature-limits.js';
import { FeatureStore } from './feature-store.js';
import type { WriteBatch, WriteResult } from './writing/write-batch.js';
import type { PropertyFilter } from './searching/property-filter.js';

/** Which features to delete. */
export interface FeatureDeletion {
  readonly ids: readonly string[];
  /** What to do about an id that does not exist. */
  readonly onNotExists: 'retain' | 'error';
  /** Fails unless the stored features have this version. */
  readonly ifVersion?: number | undefined;
}

/** Deletes features by their ids, in one transaction, into the trash where there is one. */
export class DeleteFeatures {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    trash: TrashRules,
    clock: Clock,
    ids: IdGenerator,
    rules: FeatureRules,
  };

  constructor(private readonly ports: PortsOf<typeof DeleteFeatures.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {SpaceReadOnly} {FeaturesNotWritten} */
  async execute(caller: Caller, spaceId: string, deletion: FeatureDeletion): Promise<WriteResult> {
    const { spaces, features, clock, rules } = this.ports;
    assertMayUse(caller, 'deleteFeatures', await spaces.get(spaceId));
    const { ids, onNotExists, ifVersion } = deletion;
    const rule = { onExists: 'delete', onNotExists, onConflict: 'error' } as const;
    const batch: WriteBatch = {
      modifications: [...new Set(ids)].map((id) => ({ draft: emptyDraft(id), rule, ifVersion })),
      holder: holderOf(caller),
      onFailure: 'rollback',
      returning: 'ids',
      now: clock.now(),
      maxSizeInBytes: rules.limits.maxSizeInBytes,
      maxValues: rules.limits.maxValues,
    };
    const result = await intoTrash(this.ports, caller.actor, (disposal) =>
      features.write(spaceId, { ...batch, disposal }),
    );
    if (result.failed.length > 0) throw new FeaturesNotWritten(result.failed);
    return result;
  }
}

/**
 * Deletes all features of a space, or those that match a filter, in one transaction; into the trash if there is one.
 */
export class EraseFeatures {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    trash: TrashRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof EraseFeatures.ports>) {}

  /** Returns how many there were. @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {SpaceReadOnly} */
  async execute(caller: Caller, spaceId: string, filter?: PropertyFilter): Promise<number> {
    const { spaces, features, clock } = this.ports;
    assertMayUse(caller, 'deleteFeatures', await spaces.get(spaceId));
    return await intoTrash(this.ports, caller.actor, (disposal) =>
      features.erase(spaceId, { filter, holder: holderOf(caller), now: clock.now(), disposal }),
    );
  }
}
