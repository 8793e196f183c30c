import type { HubStatus, SpaceRecord, SpaceSummary } from '@cairn/api-schema';
import type { Clock } from '@cairn/kernel';
import { autoCacheProfileOf, rightsOn, volatilityOf, type Caller, type Space } from '@cairn/spaces';
import { version } from '../version.js';

/** The extras of a listing. */
interface SummaryExtras {
  readonly rightsOf?: Caller;
  readonly storage: boolean;
  readonly tags: boolean;
}

/** Maps spaces to their API representation. */
export class SpaceView {
  private readonly upSince: number;

  constructor(private readonly clock: Clock) {
    this.upSince = clock.now();
  }

  record(space: Space): SpaceRecord {
    const now = this.clock.now();
    const { id, title, description, storageId, owner, createdAt, updatedAt, contentUpdatedAt } = space;
    const { indexedByUse, ...settings } = space.settings;
    return {
      id,
      title,
      description,
      storage: { id: storageId, params: null },
      owner,
      createdAt,
      updatedAt,
      contentUpdatedAt,
      volatility: volatilityOf(space, now),
      autoCacheProfile: autoCacheProfileOf(space, now),
      ...settings,
    };
  }

  /** The representation in a listing, with the requested extras. */
  summary(space: Space, include: SummaryExtras): SpaceSummary {
    const { id, title, description, owner, createdAt, updatedAt, contentUpdatedAt, storageId } = space;
    const { tags, indexedByUse, ...settings } = space.settings;
    return {
      id,
      title,
      description,
      owner,
      createdAt,
      updatedAt,
      contentUpdatedAt,
      ...settings,
      ...(include.tags && { tags }),
      ...(include.storage && { storage: { id: storageId, params: null } }),
      ...(include.rightsOf && { rights: [...rightsOn(include.rightsOf, space)] }),
    };
  }

  status(endpoint: string): HubStatus {
    return {
      schemaVersion: '0.9',
      reporter: { name: 'Cairn', version, upSince: this.upSince, endpoint },
      status: { result: 'OK', timestamp: this.clock.now() },
    };
  }
}
