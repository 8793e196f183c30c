import { imageOf } from '@cairn/images';
import { CatalogRepository } from '@cairn/images/spi';
import {
  Clock,
  KeyedMutex,
  StorageUnavailable,
  WorkAttempts,
  type DomainEvent,
  type EventBatchConsumer,
  type PortsOf,
} from '@cairn/kernel';
import { SpaceNotFound } from '@cairn/spaces';
import { PhotoAddresses } from './photo-addresses.js';
import { photoFeature, photoRemoval } from './photo-feature.js';
import { isOn, newWork, type PhotoLink } from './photo-link.js';
import { PhotoLinkRepository } from './photo-link-repository.js';
import { blocked, failed, withFault } from './photo-work.js';
import { PHOTO_WRITES, PhotoWriter, SpaceBlocked } from './photo-writer.js';
import { includes } from './photo-source.js';

/**
 * Updates the features of photos when their images change. An event only names the image; the feature is derived from
 * its current state, so duplicate and reordered events are harmless.
 */
export class FollowPhotos implements EventBatchConsumer {
  static readonly ports = {
    links: PhotoLinkRepository,
    catalog: CatalogRepository,
    writer: PhotoWriter,
    addresses: PhotoAddresses,
    clock: Clock,
    mutex: KeyedMutex,
    attempts: WorkAttempts,
  };

  readonly name = 'follow-photos';

  constructor(private readonly ports: PortsOf<typeof FollowPhotos.ports>) {}

  async handleAll(events: readonly DomainEvent[]): Promise<void> {
    const changed = new Map<string, Set<string>>();
    for (const event of events) {
      const image = imageOf(event);
      if (image !== undefined)
        changed.set(image.owner, (changed.get(image.owner) ?? new Set<string>()).add(image.id));
    }
    const spaceIds = events.flatMap(({ type, aggregateId }) =>
      type === 'space-updated' ? [aggregateId] : [],
    );
    const { links, clock, mutex, attempts } = this.ports;
    if (spaceIds.length > 0) await links.wake([...new Set(spaceIds)], clock.now());
    // With a time limit, so that no update waits forever for the mutex.
    const run = attempts.run(this.name);
    if (changed.size > 0) await mutex.run(PHOTO_WRITES, () => run.limited(this.follow(changed)));
  }

  private async follow(changed: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const links = (await this.ports.links.list([...changed.keys()])).filter(isOn);
    for (const [owner, ids] of changed) {
      const own = links.filter((link) => link.owner === owner);
      if (own.length > 0) await this.place([...ids], own);
    }
  }

  /** Updates the features of some images, in every space that their owner's links name. */
  private async place(ids: readonly string[], links: readonly PhotoLink[]): Promise<void> {
    const [first] = links;
    if (first === undefined) return;
    const found = await this.ports.catalog.find(first.owner, ids);
    const images = new Map(found.map((image) => [image.id, image]));
    for (const spaceId of new Set(links.map((link) => link.spaceId))) {
      const ofSpace = links.filter((link) => link.spaceId === spaceId);
      // Blocked links are placed as a whole at the next retry.
      if (ofSpace.every(({ work }) => work.phase === 'blocked')) continue;
      const features = ids.map((id) => {
        const image = images.get(id);
        return image !== undefined && ofSpace.some(({ source }) => includes(source, image))
          ? photoFeature(image, this.ports.addresses)
          : photoRemoval(id);
      });
      await this.write(ofSpace, async () => await this.ports.writer.write({ ...first, spaceId }, features));
    }
  }

  /** Ignores a missing space: it has no links any more. */
  private async write(
    ofSpace: readonly PhotoLink[],
    write: () => ReturnType<PhotoWriter['write']>,
  ): Promise<void> {
    const { links, clock } = this.ports;
    try {
      const fault = await write();
      if (fault === undefined) return;
      for (const link of ofSpace) await links.save(link, withFault(link.work, fault));
    } catch (error) {
      if (error instanceof SpaceNotFound) return;
      if (error instanceof StorageUnavailable) throw error;
      // `CheckPhotos` places all photos of the link again, and reports failures.
      const now = clock.now();
      const work =
        error instanceof SpaceBlocked ? blocked(error.fault, now) : failed(newWork('placing', now), now);
      for (const link of ofSpace) await links.save(link, work);
    }
  }
}
