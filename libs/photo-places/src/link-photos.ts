import { parseImagePath } from '@cairn/images';
import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { SpaceNotFound } from '@cairn/spaces';
import { SpaceRepository } from '@cairn/spaces/spi';
import { MAX_PHOTO_LINKS, type PhotoLink } from './photo-link.js';
import { PhotoLinkRepository } from './photo-link-repository.js';
import type { PhotoSource } from './photo-source.js';

const ID_LENGTH = 22;

/** Links the photos of a folder or a key to a space. */
export class LinkPhotos {
  static readonly ports = {
    links: PhotoLinkRepository,
    spaces: SpaceRepository,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof LinkPhotos.ports>) {}

  /**
   * A background job writes the features. @throws {InvalidInput} {PhotoLinkLimitReached}
   * @throws {SpaceNotFound} also for a space of another owner.
   */
  async execute(owner: string, source: PhotoSource, spaceId: string): Promise<PhotoLink> {
    const { links, spaces, clock, ids } = this.ports;
    const parsed = parsePhotoSource(source);
    const space = await spaces.get(spaceId);
    if (space.owner !== owner) throw new SpaceNotFound(spaceId);
    const made = { id: ids.next(ID_LENGTH), now: clock.now(), maxLinks: MAX_PHOTO_LINKS };
    return await links.put({ ...made, owner, source: parsed, spaceId });
  }
}

/** Unlinks the photos of a folder or a key from their space. */
export class UnlinkPhotos {
  static readonly ports = { links: PhotoLinkRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof UnlinkPhotos.ports>) {}

  /** A background job removes the features. @throws {InvalidInput} {PhotoLinkNotFound} */
  async execute(owner: string, source: PhotoSource): Promise<void> {
    const { links, clock } = this.ports;
    await links.end({ owner, source: parsePhotoSource(source), now: clock.now() });
  }
}

/** Returns all links of an owner, including those being removed, oldest first. */
export class ListPhotoLinks {
  static readonly ports = { links: PhotoLinkRepository };

  constructor(private readonly ports: PortsOf<typeof ListPhotoLinks.ports>) {}

  async execute(owner: string): Promise<readonly PhotoLink[]> {
    return await this.ports.links.list([owner]);
  }
}

/** @throws {InvalidInput} */
function parsePhotoSource(source: PhotoSource): PhotoSource {
  if (source.kind === 'key') return source;
  return { kind: 'folder', ...parseAll({ path: () => parseImagePath(source.path) }) };
}
