import { Clock, IdGenerator, parseAll, TrashRules, type PortsOf } from '@cairn/kernel';
import { AlbumRepository, type Placement } from './album-repository.js';
import {
  MAX_ALBUM_IMAGES,
  parseDescription,
  parseTitle,
  withCurrentCover,
  type AlbumChange,
  type AlbumKey,
  type FilledAlbum,
} from './album.js';
import type { PlacedImages } from './create-album.js';

/** Changes an album and what is in it. */
export class ChangeAlbum {
  static readonly ports = { albums: AlbumRepository, trash: TrashRules, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof ChangeAlbum.ports>) {}

  /** @throws {InvalidInput} {AlbumNotFound} {ImageNotFound} when the owner has no such cover. */
  async execute(key: AlbumKey, { title, description, order, coverId }: AlbumChange): Promise<FilledAlbum> {
    const { albums, clock } = this.ports;
    const texts = parseAll({
      title: () => (title === undefined ? undefined : parseTitle(title)),
      description: () => (description === undefined ? undefined : parseDescription(description)),
    });
    await albums.update(key, {
      title: texts.title,
      description: texts.description,
      order,
      coverId,
      now: clock.now(),
    });
    return withCurrentCover(await albums.get(key));
  }

  /** Adds images, or moves those that are in it. @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} {ImageNotFound} */
  async place(
    key: AlbumKey,
    { imageIds, before }: Pick<Placement, 'imageIds' | 'before'>,
  ): Promise<PlacedImages> {
    const { albums, clock } = this.ports;
    const wanted = [...new Set(imageIds)];
    const placed = new Set(
      await albums.place(key, { imageIds: wanted, before, now: clock.now(), maxImages: MAX_ALBUM_IMAGES }),
    );
    return { album: await albums.get(key), missing: wanted.filter((id) => !placed.has(id)) };
  }

  /** Takes images out of the album, which stay in the library. @throws {AlbumNotFound} {AlbumByQuery} */
  async take(key: AlbumKey, imageIds: readonly string[]): Promise<FilledAlbum> {
    const { albums, clock } = this.ports;
    await albums.take(key, [...new Set(imageIds)], clock.now());
    return withCurrentCover(await albums.get(key));
  }

  /** Removes the album. Its images stay. `deletedBy` is `user:ID` or `key:ID`. @throws {AlbumNotFound} */
  async remove(key: AlbumKey, deletedBy?: string): Promise<void> {
    await this.ports.albums.remove(key, this.ports.trash.newDisposal(this.ports, deletedBy));
  }
}
