import type { PortsOf } from '@cairn/kernel';
import { MAX_ALBUM_IMAGES, type AlbumKey } from '../albums/album.js';
import { AlbumRepository } from '../albums/album-repository.js';
import type { ComparedBytes } from '../catalog/known-files.js';
import { ContributionRepository } from '../contributions/contribution-repository.js';
import { AlbumByQuery, AlbumFull } from '../errors.js';
import type { Image } from '../image/image.js';
import { UNCUT_TYPES } from '../image/image-type.js';
import type { Adding } from './add-image.js';
import { AdmitUpload } from './admit-upload.js';
import { discardUpload, ReceiveUpload, type ReceivedUpload } from './receive-upload.js';
import type { ExistingChoice, UploadDetails } from './upload-details.js';
import type { Upload } from './upload-image.js';

/** Where the image of a guest goes: into a folder, or into the top folder and to the end of an album. */
export interface ContributionPlace {
  readonly owner: string;
  readonly type: 'album' | 'folder';
  /** The path, if it is a folder. */
  readonly id: string;
}

/** The link by which a guest adds an image. */
export interface GuestLink {
  readonly id: string;
  /** The identifier of the guest. */
  readonly guest: string;
  /** Called if the image waits for a decision. */
  readonly waits: () => void;
}

/** What is said of an image by who adds it. */
interface ContributionDetails extends Pick<UploadDetails, 'name' | 'tags'> {
  /** The name of the guest. */
  readonly guestName?: string | undefined;
}

/** An image from a guest, or from somebody who may add to an album. */
export interface Contribution extends Pick<Upload, 'holder' | 'bytes' | 'sizeInBytes' | 'id' | 'reused'> {
  /** Absent for the account itself. */
  readonly addedBy?: string | undefined;
  /** `reuse` for somebody who sees what is in the place: an image that is there is the result. */
  readonly existing?: ExistingChoice | undefined;
  /** Absent for somebody with a role. */
  readonly link?: GuestLink | undefined;
  /** Called once the bytes have arrived. */
  readonly details: () => Promise<ContributionDetails>;
  /** Called last. If it throws, nothing is stored. */
  readonly confirm?: (() => Promise<unknown>) | undefined;
}

/**
 * Adds an image to an owner's library for a guest. It is private until the owner makes it public. What is there already is
 * told by the bytes that the place serves: by what was cut out of a file nobody finds out whether a guess of it is right.
 */
export class ContributeImage {
  static readonly ports = {
    ...ReceiveUpload.ports,
    ...AdmitUpload.ports,
    albums: AlbumRepository,
    contributions: ContributionRepository,
  };

  private readonly receiveUpload: ReceiveUpload;
  private readonly admitUpload: AdmitUpload;

  constructor(private readonly ports: PortsOf<typeof ContributeImage.ports>) {
    this.receiveUpload = new ReceiveUpload(ports);
    this.admitUpload = new AdmitUpload(ports);
  }

  /**
   * @throws {AlbumNotFound} {AlbumByQuery} {AlbumFull} before any byte is read, or when the album has changed meanwhile.
   * @throws {LinkFull} {LinkClosed} when as much was added by the link as may be, or it was revoked meanwhile.
   * @throws {QuotaExceeded} {InvalidInput} {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels}
   */
  async execute(place: ContributionPlace, given: Contribution): Promise<Image> {
    const { owner, type, id } = place;
    const { details, confirm, existing, reused, link, ...source } = given;
    const path = type === 'folder' ? id : '';
    if (type === 'album') await this.assertRoomIn(place);
    const sent = source.id === undefined ? undefined : await this.sent({ owner, id: source.id }, link);
    if (sent !== undefined) return sent;
    const received = await this.receiveUpload.execute({ owner, ...source });
    try {
      const { name, tags, guestName } = await details();
      await confirm?.();
      const compared = existing && this.comparable(received);
      const adding =
        link === undefined
          ? type === 'album'
            ? this.toAlbum(place, compared)
            : compared && this.toFolder(compared)
          : this.byLink(place, { ...link, guestName }, compared);
      const tagging = source.addedBy !== undefined && ({ tagging: 'own' } as const);
      const whole = { name, tags, path, visibility: 'private', ...tagging } as const;
      return await this.admitUpload.execute(received, whole, { adding, reused });
    } finally {
      await discardUpload(received);
    }
  }

  /** The image of an earlier attempt of this request. */
  private async sent(
    { owner, id }: Pick<Image, 'owner' | 'id'>,
    link: GuestLink | undefined,
  ): Promise<Image | undefined> {
    const { catalog, contributions } = this.ports;
    const [image] = await catalog.find(owner, [id]);
    if (image !== undefined || link === undefined) return image;
    const [waiting] = await contributions.find(owner, [id]);
    if (waiting !== undefined) link.waits();
    return waiting?.image;
  }

  private async assertRoomIn(key: AlbumKey): Promise<void> {
    const { album, imageCount } = await this.ports.albums.get(key);
    if (album.query !== undefined) throw new AlbumByQuery();
    if (imageCount >= MAX_ALBUM_IMAGES) throw new AlbumFull(MAX_ALBUM_IMAGES);
  }

  /** Nothing, where the bytes that are served would have metadata that others are not shown. */
  private comparable({ format, metadata }: ReceivedUpload): ComparedBytes | undefined {
    const isKept = this.ports.rules.metadata === 'keep';
    const mayHaveSome = metadata.kinds.length > 0 || UNCUT_TYPES.includes(format.contentType);
    return isKept && mayHaveSome ? undefined : 'served';
  }

  private toAlbum({ owner, id }: AlbumKey, compared: ComparedBytes | undefined): Adding {
    const { albums } = this.ports;
    return async (image, defaultQuota, bytes) =>
      await albums.addOrFind(
        { owner, id },
        { image, defaultQuota, bytes, compared, maxImages: MAX_ALBUM_IMAGES },
      );
  }

  private byLink(
    { type, id }: ContributionPlace,
    { id: linkId, guest, guestName, waits }: GuestLink & Pick<ContributionDetails, 'guestName'>,
    compared: ComparedBytes | undefined,
  ): Adding {
    const { contributions } = this.ports;
    return async (image, defaultQuota, bytes) => {
      const below = type === 'folder' && compared !== undefined ? await this.below(image) : undefined;
      if (below !== undefined) return below;
      const added = await contributions.add({
        image: { ...image, guest },
        linkId,
        place: { type, id },
        guestName,
        defaultQuota,
        bytes,
        compared,
        maxImages: MAX_ALBUM_IMAGES,
      });
      if (added.isWaiting) waits();
      return added.image;
    };
  }

  private toFolder(compared: ComparedBytes): Adding {
    const { catalog } = this.ports;
    return async (image, defaultQuota, bytes) =>
      (await this.below(image)) ?? (await catalog.addOrFind(image, defaultQuota, { ...bytes, compared }));
  }

  /** Images below the folder are in the place as well. */
  private async below({ owner, path, file: { sha256 } }: Image): Promise<Image | undefined> {
    const { catalog } = this.ports;
    const known = await catalog.knownFiles(owner, [sha256]);
    const below = known.filter((each) => !each.inTrash && each.path.startsWith(`${path}/`));
    const images = await catalog.find(
      owner,
      below.map(({ id }) => id),
    );
    return images.find(({ file }) => file.sha256 === sha256);
  }
}
