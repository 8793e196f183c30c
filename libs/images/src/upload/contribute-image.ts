import type { PortsOf } from '@cairn/kernel';
import { MAX_ALBUM_IMAGES, type AlbumKey } from '../albums/album.js';
import { AlbumRepository } from '../albums/album-repository.js';
import { AlbumByQuery, AlbumFull } from '../errors.js';
import { deleteForGood } from '../library/delete-images.js';
import type { Image } from '../image/image.js';
import type { UploadDetails } from './upload-details.js';
import { UploadImage, type Upload } from './upload-image.js';

/** Where the image of a guest goes: into a folder, or into the top folder and to the end of an album. */
export interface ContributionPlace {
  readonly owner: string;
  readonly type: 'album' | 'folder';
  /** The path, if it is a folder. */
  readonly id: string;
}

/** An image from a guest, or from somebody who may add to an album. */
export interface Contribution extends Pick<Upload, 'holder' | 'bytes' | 'sizeInBytes' | 'id'> {
  /** Absent for the account itself. */
  readonly addedBy?: string | undefined;
  /** Called once the bytes have arrived. */
  readonly details: () => Promise<Pick<UploadDetails, 'name' | 'tags'>>;
  /** Called last. If it throws, nothing is stored. */
  readonly confirm?: (() => Promise<unknown>) | undefined;
}

/** Adds an image to an owner's library for a guest. It is private until the owner makes it public. */
export class ContributeImage {
  static readonly ports = { ...UploadImage.ports, albums: AlbumRepository };

  private readonly uploadImage: UploadImage;

  constructor(private readonly ports: PortsOf<typeof ContributeImage.ports>) {
    this.uploadImage = new UploadImage(ports);
  }

  /**
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} before any byte is read, or when the album has changed meanwhile.
   * @throws {QuotaExceeded} {InvalidInput} {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels}
   */
  async execute({ owner, type, id }: ContributionPlace, given: Contribution): Promise<Image> {
    const { holder, bytes, sizeInBytes, addedBy, details, confirm, id: imageId } = given;
    const album = type === 'album' ? { owner, id } : undefined;
    if (album !== undefined) await this.assertRoomIn(album);
    const image = await this.uploadImage.execute({
      owner,
      holder,
      bytes,
      sizeInBytes,
      addedBy,
      id: imageId,
      details: async () => {
        const { name, tags } = await details();
        await confirm?.();
        return { name, tags, path: type === 'folder' ? id : '', visibility: 'private' };
      },
    });
    if (album !== undefined) await this.place(image, album);
    return image;
  }

  private async assertRoomIn(key: AlbumKey): Promise<void> {
    const { album, imageCount } = await this.ports.albums.get(key);
    if (album.query !== undefined) throw new AlbumByQuery();
    if (imageCount >= MAX_ALBUM_IMAGES) throw new AlbumFull(MAX_ALBUM_IMAGES);
  }

  /**
   * Deletes an image that does not get its place. If the service ends in between, the image stays in the owner's
   * library.
   */
  private async place({ owner, id }: Image, key: AlbumKey): Promise<void> {
    const { albums, clock } = this.ports;
    try {
      await albums.place(key, { imageIds: [id], now: clock.now(), maxImages: MAX_ALBUM_IMAGES });
    } catch (error) {
      await deleteForGood(this.ports, owner, id);
      throw error;
    }
  }
}
