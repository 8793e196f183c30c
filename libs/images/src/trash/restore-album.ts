import type { PortsOf, Restoration, Restorer } from '@cairn/kernel';
import type { FilledAlbum } from '../albums/album.js';
import { AlbumRepository } from '../albums/album-repository.js';

export interface RestoredAlbum extends Restoration {
  readonly album: FilledAlbum;
}

/** Restores an album from the trash, with those of its images that there are. */
export class RestoreAlbum implements Restorer {
  static readonly ports = { albums: AlbumRepository };

  constructor(private readonly ports: PortsOf<typeof RestoreAlbum.ports>) {}

  /** @throws {NotInTrash} */
  async execute(owner: string, id: string): Promise<RestoredAlbum> {
    await this.ports.albums.restore({ owner, id });
    return { album: await this.ports.albums.get({ owner, id }), isRenamed: false };
  }
}
