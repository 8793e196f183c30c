import { addressOf, type Image } from '@cairn/images';

/** Where the service and its files are reached, without a slash at the end. */
export class Addresses {
  constructor(
    readonly baseUrl: string,
    readonly cdnUrl: string,
  ) {}

  /** The public address of an image's file, percent-encoded segment by segment. */
  ofFile(image: Image): string {
    return `${this.cdnUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
  }
}
