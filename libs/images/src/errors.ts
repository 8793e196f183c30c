import { DomainError } from '@cairn/kernel';
import type { ImageFormat } from './image/image.js';
import type { OptionalImageType } from './image/image-type.js';

export class ImageNotFound extends DomainError {
  readonly code = 'image-not-found';

  constructor() {
    super('There is no image with this id.');
  }
}

export class AlbumNotFound extends DomainError {
  readonly code = 'album-not-found';

  constructor() {
    super('There is no album with this id.');
  }
}

/** The images of a smart album come from its query. */
export class AlbumByQuery extends DomainError {
  readonly code = 'album-by-query';

  constructor() {
    super('This album has the images that its query finds. None can be placed in it or taken out of it.');
  }
}

export class AlbumFull extends DomainError {
  readonly code = 'album-full';

  constructor(readonly maxImages: number) {
    super(`An album can have at most ${maxImages} images.`);
  }
}

/** The link by which an image is added was revoked. */
export class LinkClosed extends DomainError {
  readonly code = 'link-not-found';

  constructor() {
    super('There is no such link, or not any more.');
  }
}

/** As much was added by a link as may be. */
export class LinkFull extends DomainError {
  readonly code = 'link-full';

  constructor() {
    super('No more images can be added by this link.');
  }
}

export class ContributionNotFound extends DomainError {
  readonly code = 'contribution-not-found';

  constructor() {
    super('No image with this id waits for approval.');
  }
}

export class FileNotFound extends DomainError {
  readonly code = 'file-not-found';

  constructor(options?: ErrorOptions) {
    super('There is no file at this address.', options);
  }
}

/** The bytes of a prepared upload were deleted before its record came. */
export class UploadExpired extends DomainError {
  readonly code = 'upload-expired';

  constructor() {
    super('The file was prepared too long ago, or discarded. Send it again.');
  }
}

export class QuotaExceeded extends DomainError {
  readonly code = 'quota-exceeded';

  constructor(
    readonly imageCount: number,
    readonly quota: number,
  ) {
    super(
      `The quota is used up: ${imageCount} images are stored and ${quota} are allowed. Delete an image or ask for a larger quota.`,
    );
  }
}

/** The bytes of an image do not fit. Room that is reserved for other arriving images is not free either. */
export class ByteQuotaExceeded extends DomainError {
  readonly code = 'quota-exceeded';

  constructor(
    readonly usedBytes: number,
    readonly byteQuota: number,
  ) {
    super(
      `The quota has no room for these bytes: ${usedBytes} bytes are stored or arriving and ${byteQuota} are allowed. Delete an image or ask for a larger quota.`,
    );
  }
}

/** The address belongs, or once belonged, to another image. */
export class AddressTaken extends DomainError {
  readonly code = 'address-taken';

  constructor(readonly address: string) {
    super('The address is taken already.');
  }
}

/** Another signing key has the name. */
export class SigningKeyExists extends DomainError {
  readonly code = 'signing-key-exists';

  constructor() {
    super('There is a signing key with this name already.');
  }
}

export class SigningKeyLimitReached extends DomainError {
  readonly code = 'signing-key-limit-reached';

  constructor(readonly maxKeys: number) {
    super(`There are ${maxKeys} signing keys already; revoke one first.`);
  }
}

export class SigningKeyNotFound extends DomainError {
  readonly code = 'signing-key-not-found';

  constructor() {
    super('There is no signing key with this id.');
  }
}

export class PresetNotFound extends DomainError {
  readonly code = 'preset-not-found';

  constructor() {
    super('There is no preset with this name.');
  }
}

export class FolderDefaultLimitReached extends DomainError {
  readonly code = 'folder-default-limit-reached';

  constructor(readonly maxDefaults: number) {
    super(`No more than ${maxDefaults} folders can have a default.`);
  }
}

/** The preset comes from the settings. */
export class PresetReadOnly extends DomainError {
  readonly code = 'preset-read-only';

  constructor() {
    super('The preset with this name is in the settings of the server, and changes with them only.');
  }
}

export class BlobNotFound extends DomainError {
  readonly code = 'blob-not-found';

  constructor(
    readonly key: string,
    options?: ErrorOptions,
  ) {
    super('Nothing is stored under this key.', options);
  }
}

export class FileTooLarge extends DomainError {
  readonly code = 'file-too-large';

  constructor(readonly limitInBytes: number) {
    super(`The file is larger than ${sizeOf(limitInBytes)}.`);
  }
}

const webNames = ['JPEG', 'PNG', 'WebP', 'GIF', 'AVIF'];

const furtherNames: Readonly<Record<OptionalImageType, string>> = {
  'image/heic': 'HEIC',
  'image/jxl': 'JPEG XL',
  'image/tiff': 'TIFF',
  'image/bmp': 'BMP',
};

const noneOf = (names: readonly string[]): string =>
  `The file is not a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} image.`;

export class UnsupportedImageType extends DomainError {
  readonly code = 'unsupported-image-type';

  constructor(message = noneOf(webNames)) {
    super(message);
  }

  /** For a file that is neither of a browser type nor of one of these. */
  static among(furtherTypes: readonly OptionalImageType[]): UnsupportedImageType {
    return new UnsupportedImageType(noneOf([...webNames, ...furtherTypes.map((type) => furtherNames[type])]));
  }

  /** For a type that the server's settings do not allow. */
  static notAllowed(type: string): UnsupportedImageType {
    return new UnsupportedImageType(`Files of the type ${type} are not accepted here.`);
  }

  /** For an AVIF image sequence, because decoders of still images do not count its frames. */
  static animatedAvif(): UnsupportedImageType {
    return new UnsupportedImageType(
      'The file is an animated AVIF (an image sequence), which is not accepted. Send an animated WebP or GIF.',
    );
  }
}

export class UndecodableImage extends DomainError {
  readonly code = 'undecodable-image';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The image cannot be decoded: ${reason}.`, options);
  }
}

export class TooManyPixels extends DomainError {
  readonly code = 'too-many-pixels';

  constructor(
    readonly format: ImageFormat,
    readonly limits: { readonly maxSidePixels: number; readonly maxPixels: number },
  ) {
    const { width, height, frames } = format;
    super(
      `The image has ${width} × ${height} pixels${frames > 1 ? ` in each of ${frames} frames` : ''}; at most ${limits.maxSidePixels} on a side and ${limits.maxPixels} in all frames together are allowed.`,
    );
  }
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return Number.isInteger(mebibytes) ? `${mebibytes} MB (${bytes} bytes)` : `${bytes} bytes`;
}
