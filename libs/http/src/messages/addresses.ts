import { addressOf, type Image } from '@cairn/images';
import { BasePath } from './base-path.js';

/** The public URLs of the service and its files, without a trailing slash. */
export class Addresses {
  /** The path of the service at its host. */
  readonly basePath: BasePath;
  /** The addresses at which others reach what is public or shared: the public door's, or these. */
  readonly others: Addresses;

  constructor(
    readonly baseUrl: string,
    readonly cdnUrl: string,
    /** The end of the path of `baseUrl` that is the service's own, such as `/media`; empty if there is none. */
    mount = '',
    /** The address of the public door, if it has one of its own, with the mount. */
    doorUrl: string = baseUrl,
  ) {
    this.basePath = new BasePath(baseUrl, mount);
    this.others = doorUrl === baseUrl ? this : new Addresses(doorUrl, this.at(doorUrl, cdnUrl), mount);
  }

  /** The page where a user sets a new password. */
  ofPasswordReset(token: string): string {
    return `${this.baseUrl}/reset-password#${token}`;
  }

  /** The public URL of an image's file, with percent-encoded segments: of a private one, for those of its account. */
  ofFile(image: Image): string {
    const { cdnUrl } = image.visibility === 'private' ? this : this.others;
    return `${cdnUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
  }

  /** The address at which others find what is at an address of the service. */
  readonly forOthers = (address: string): string => this.at(this.others.baseUrl, address);

  private at(base: string, address: string): string {
    return address === this.baseUrl || address.startsWith(`${this.baseUrl}/`)
      ? base + address.slice(this.baseUrl.length)
      : address;
  }
}
