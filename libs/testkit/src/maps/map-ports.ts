import type { GrantRepository, LinkRepository } from '@cairn/access/spi';
import type { Outbox, Trash } from '@cairn/kernel';
import type { MapRepository } from '@cairn/maps/spi';

/** Maps, with what is told of them, and what goes with them. */
export interface MapPorts {
  readonly maps: MapRepository;
  readonly outbox: Outbox;
  readonly trash: Trash;
  readonly grants: GrantRepository;
  readonly links: LinkRepository;
}
