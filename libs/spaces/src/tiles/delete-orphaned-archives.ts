import type { DomainEvent, EventConsumer, PortsOf } from '@cairn/kernel';
import { TileArchives } from './tile-archives.js';

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
