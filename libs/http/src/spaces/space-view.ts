import type { HubStatus, SpaceRecord, SpaceSummary } from '@cairn/api-schema';
import type { Clock } from '@cairn/kernel';
import {
  autoCacheProfileOf,
  mayConfigure,
  rightsOn,
  volatilityOf,
  type Caller,
  type Space,
} from '@cairn/spaces';

/** The extras of a listing. */
interface SummaryExtras {
  readonly rights: boolean;
  readonly storage: boolean;
  readonly tags: boolean;
}

/** Maps spaces to their API representation. */
export class SpaceView {
  private readonly upSince: number;

  constructor(
    private readonly clock: Clock,
    private readonly version: string,
  ) {
    this.upSince = clock.now();
  }

  /** Includes storage and the active state only for a caller who decides how the space is stored. */
  record(space: Space, caller: Caller): SpaceRecord {
    const now = this.clock.now();
    const { id, title, description, storageId, owner, createdAt, updatedAt, contentUpdatedAt } = space;
    const { indexedByUse, active, ...settings } = space.settings;
    const isShown = mayConfigure(caller, space);
    return {
      id,
      title,
      description,
      ...(isShown && { storage: { id: storageId, params: null } }),
      owner,
      createdAt,
      updatedAt,
      contentUpdatedAt,
      volatility: volatilityOf(space, now),
      autoCacheProfile: autoCacheProfileOf(space, now),
      ...settings,
      ...(isShown && { active }),
    };
  }

  /** The representation in a listing, with the requested extras. */
  summary(space: Space, caller: Caller, include: SummaryExtras): SpaceSummary {
    const { id, title, description, owner, createdAt, updatedAt, contentUpdatedAt, storageId } = space;
    const { tags, indexedByUse, active, ...settings } = space.settings;
    const isShown = mayConfigure(caller, space);
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
      ...(isShown && { active }),
      ...(include.storage && isShown && { storage: { id: storageId, params: null } }),
      ...(include.rights && { rights: [...rightsOn(caller, space)] }),
    };
  }

  status(endpoint: string): HubStatus {
    return {
      schemaVersion: '0.9',
      reporter: { name: 'Cairn', version: this.version, upSince: this.upSince, endpoint },
      status: { result: 'OK', timestamp: this.clock.now() },
    };
  }
}
