import { DomainError } from '@cairn/kernel';
import { extensions } from './image-type.js';
import type { ImageFormat } from './image.js';

const accepted = Object.values(extensions).join(', ').toUpperCase().replace('JPG', 'JPEG');

export class ImageNotFound extends DomainError {
  readonly code = 'image-not-found';

  constructor() {
    super('There is no such image.');
  }
}

export class FileNotFound extends DomainError {
  readonly code = 'file-not-found';

  constructor(options?: ErrorOptions) {
    super('No file is served at this address.', options);
  }
}

export class QuotaExceeded extends DomainError {
  readonly code = 'quota-exceeded';

  constructor(
    readonly imageCount: number,
    readonly quota: number,
  ) {
    super(
      `The quota of ${quota} images is reached: ${imageCount} are stored. Delete an image or ask for a larger quota.`,
    );
  }
}

/** The address belongs, or once belonged, to another image. */
export class AddressTaken extends DomainError {
  readonly code = 'address-taken';

  constructor(readonly address: string) {
    super('The address is taken.');
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
    super(`The file is larger than ${limitInBytes} bytes.`);
  }
}

export class UnsupportedImageType extends DomainError {
  readonly code = 'unsupported-image-type';

  constructor(options?: ErrorOptions) {
    super(`The file is not one of the accepted image types: ${accepted}.`, options);
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
      `The image has ${width} × ${height} pixels in ${frames} frame(s); allowed are ${limits.maxSidePixels} a side and ${limits.maxPixels} in all.`,
    );
  }
}
