import type { PortsOf, DomainEvent, EventConsumer } from '@cairn/kernel';
import { type Caller, assertManages } from '../caller.js';
import { ArchiveNotFound } from '../errors.js';
import { assertMayUse } from '../features/feature-access.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { type ArchiveRange, type TileArchive, TileArchives } from './tile-archives.js';

/** An archive that its reader may read. */
export interface OpenedTileArchive {
  readonly archive: TileArchive;
  /** @throws {ArchiveNotFound} when another one has taken its place. {StorageUnavailable} */
  readonly read: (range: ArchiveRange) => Promise<AsyncIterable<Uint8Array>>;
}

/** Finds the archive of the tiles of a space. */
export class OpenTileArchive {
  static readonly ports = { spaces: SpaceRepository, archives: TileArchives };

  constructor(private readonly ports: PortsOf<typeof OpenTileArchive.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {ArchiveNotFound} */
  async execute(caller: Caller, spaceId: string): Promise<OpenedTileArchive> {
    const { spaces, archives } = this.ports;
    const space = await spaces.get(spaceId);
    assertMayUse(caller, 'readFeatures', space);
    const archive = await archives.find({ spaceId, createdAt: space.createdAt });
    if (archive === undefined) throw new ArchiveNotFound(spaceId);
    return { archive, read: (range) => archives.read(archive, range) };
  }
}

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

/** Deletes the archive of the tiles of a space that was deleted. */
export class DeleteOrphanedArchives implements EventConsumer {
  static readonly ports = { archives: TileArchives };

  readonly name = 'delete-orphaned-archives';

  constructor(private readonly ports: PortsOf<typeof DeleteOrphanedArchives.ports>) {}

  /** @throws {StorageUnavailable} */
  async handle({ type, aggregateId, occurredAt }: DomainEvent): Promise<void> {
    if (type === 'space-deleted') await this.ports.archives.remove(aggregateId, occurredAt);
  }
}
