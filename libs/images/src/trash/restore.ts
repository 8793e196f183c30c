import { Clock, IdGenerator, type PortsOf, type Restoration, type Restorer } from '@cairn/kernel';
import { AddressTaken } from '../errors.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import type { Image } from '../image/image.js';
import { FileName } from '../names/file-name.js';
import type { FilledAlbum } from '../albums/album.js';
import { AlbumRepository } from '../albums/album-repository.js';

export interface RestoredImage extends Restoration {
  readonly image: Image;
}

/**
 * Restores an image from the trash. If its owner has uploaded the same bytes to its address meanwhile, it gets a
 * suffix, as an upload does. So nothing is lost, and the owner does not have to decide anything first.
 */
export class RestoreImage implements Restorer {
  static readonly ports = { catalog: CatalogRepository, rules: CatalogRules, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof RestoreImage.ports>) {}

  /** @throws {NotInTrash} {QuotaExceeded} {ByteQuotaExceeded} */
  async execute(owner: string, id: string): Promise<RestoredImage> {
    for (let fileName: string | undefined; ; fileName = await this.otherName(owner, id)) {
      const image = await this.restored({ owner, id, fileName });
      if (image !== undefined) return { image, isRenamed: fileName !== undefined };
    }
  }

  private async restored({
    owner,
    id,
    fileName,
  }: Pick<Image, 'owner' | 'id'> & { readonly fileName: string | undefined }): Promise<Image | undefined> {
    const { catalog, rules, clock } = this.ports;
    const now = clock.now();
    const bytes = { defaultQuota: rules.byteQuota, now };
    const restoring = { defaultQuota: rules.imageQuota, bytes, fileName, now };
    try {
      return await catalog.restore(owner, id, restoring);
    } catch (error) {
      if (error instanceof AddressTaken) return undefined;
      throw error;
    }
  }

  private async otherName(owner: string, id: string): Promise<string> {
    const { fileName, file, visibility } = await this.ports.catalog.getRemoved(owner, id);
    const name = FileName.from(fileName, file.contentType);
    const draw = (length: number): string => this.ports.ids.next(length);
    return visibility === 'public' ? name.suffixed(draw) : name.unguessable(draw);
  }
}

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
