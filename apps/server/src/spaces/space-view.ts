import type { HubStatus, SpaceRecord, SpaceSummary } from '@cairn/api-schema';
import { Clock } from '@cairn/kernel';
import { autoCacheProfileOf, volatilityOf, type Space } from '@cairn/spaces';
import { Inject, Injectable } from '@nestjs/common';
import { version } from '../version.js';

/** What a caller who may see a space may do with it, in the words of XYZ Hub. */
const rights = ['manageSpaces', 'readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures'];

/** Shows spaces as the API does. */
@Injectable()
export class SpaceView {
  private readonly upSince: number;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    this.upSince = clock.now();
  }

  record(space: Space): SpaceRecord {
    const now = this.clock.now();
    const { id, title, description, storageId, owner, createdAt, updatedAt, contentUpdatedAt } = space;
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
    };
  }

  summary(space: Space, include: { readonly rights: boolean; readonly storage: boolean }): SpaceSummary {
    const { id, title, description, owner, createdAt, updatedAt, contentUpdatedAt, storageId } = space;
    return {
      id,
      title,
      description,
      owner,
      createdAt,
      updatedAt,
      contentUpdatedAt,
      ...(include.storage && { storage: { id: storageId, params: null } }),
      ...(include.rights && { rights }),
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
