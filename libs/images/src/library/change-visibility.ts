import { Clock, type PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Visibility } from '../image/visibility.js';
import { changedIds, type ChangedIds } from './change-tags.js';

/** Changes who gets the files of an owner's images. All or none. Their addresses stay. */
export class ChangeVisibility {
  static readonly ports = { catalog: CatalogRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ChangeVisibility.ports>) {}

  async execute(owner: string, ids: readonly string[], visibility: Visibility): Promise<ChangedIds> {
    const { catalog, clock } = this.ports;
    const wanted = [...new Set(ids)];
    return changedIds(
      wanted,
      await catalog.changeVisibility(owner, wanted, { visibility, now: clock.now() }),
    );
  }
}
