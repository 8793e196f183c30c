import { Clock, parseAll, type PortsOf } from '@cairn/kernel';
import { readersOf, updated, type ImageSettings } from '../catalog/image-changes.js';
import type { Image } from '../image/image.js';
import { FileName } from '../names/file-name.js';
import { parseImagePath } from '../names/image-path.js';
import { AddImage } from './add-image.js';
import { IMAGE_ID_LENGTH } from './store-upload.js';

/** Where a copy goes. Its settings are those of the image, unless others are given. */
export interface ImageCopy extends ImageSettings {
  /** By default the folder of the image. */
  readonly path?: string | undefined;
  /** The identifier of the copy, random by default. If the owner has an image with it, that is the result. */
  readonly id?: string | undefined;
  /** As for an upload. */
  readonly keyId?: string | undefined;
  readonly addedBy?: string | undefined;
}

/**
 * Adds an image with the bytes of another, such as in a second folder. Both are images like any other. Their bytes are
 * stored and counted once.
 */
export class CopyImage {
  static readonly ports = { ...AddImage.ports, clock: Clock };

  private readonly addImage: AddImage;

  constructor(private readonly ports: PortsOf<typeof CopyImage.ports>) {
    this.addImage = new AddImage(ports);
  }

  /** @throws {InvalidInput} {QuotaExceeded} {ImageNotFound} when the owner has no such image. */
  async execute(owner: string, of: string, copy: ImageCopy): Promise<Image> {
    const { catalog, clock, ids } = this.ports;
    const { path, id = ids.next(IMAGE_ID_LENGTH), keyId, addedBy, ...settings } = copy;
    const parsed = parseAll({
      path: () => (path === undefined ? undefined : parseImagePath(path)),
      ...readersOf(settings),
    });
    const [known] = copy.id === undefined ? [] : await catalog.find(owner, [copy.id]);
    if (known !== undefined) return known;
    const { addedBy: _, ...source } = await catalog.get(owner, of);
    const now = clock.now();
    const { keyId: __, ...description } = source.description ?? {
      uploadSha256: source.file.sha256,
      removed: [],
    };
    const copied = {
      ...source,
      id,
      fileName: FileName.from(FileName.shown(source.fileName), source.file.contentType).plain(),
      ...(addedBy !== undefined && { addedBy }),
      ...(source.description && { description: { ...description, ...(keyId !== undefined && { keyId }) } }),
      createdAt: now,
    };
    const image = { ...updated(copied, { ...parsed, now }), updatedAt: now };
    return await this.addImage.copy(image, of);
  }
}
