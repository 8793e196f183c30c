import { addressOf, type Image } from '@cairn/images';
import { BasePath } from './base-path.js';

/** The public URLs of the service and its files, without a trailing slash. */
export class Addresses {
  /** The path of the service at its host. */
  readonly basePath: BasePath;

  constructor(
    readonly baseUrl: string,
    readonly cdnUrl: string,
    /** The end of the path of `baseUrl` that is the service's own, such as `/media`; empty if there is none. */
    mount = '',
  ) {
    this.basePath = new BasePath(baseUrl, mount);
  }

  /** The page where a user sets a new password. */
  ofPasswordReset(token: string): string {
    return `${this.baseUrl}/reset-password#${token}`;
  }

  /** The public URL of an image's file, with percent-encoded segments. */
  ofFile(image: Image): string {
    return `${this.cdnUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
  }
}
