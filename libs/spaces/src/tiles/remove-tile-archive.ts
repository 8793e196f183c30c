import type { PortsOf } from '@cairn/kernel';
import { assertManages, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { TileArchives } from './tile-archives.js';

/** Removes the archive of the tiles of a space, if there is one. */
export class RemoveTileArchive {
  static readonly ports = { spaces: SpaceRepository, archives: TileArchives };

  constructor(private readonly ports: PortsOf<typeof RemoveTileArchive.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, spaceId: string): Promise<void> {
    assertManages(caller, await this.ports.spaces.get(spaceId));
    await this.ports.archives.remove(spaceId, Infinity);
  }
}
