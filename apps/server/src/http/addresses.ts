import { addressOf, type Image } from '@cairn/images';

/** The public URLs of the service and its files, without a trailing slash. */
export class Addresses {
  constructor(
    readonly baseUrl: string,
    readonly cdnUrl: string,
  ) {}

  /** The public URL of an image's file, with percent-encoded segments. */
  ofFile(image: Image): string {
    return `${this.cdnUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
  }
}
