import { addressOf, type Image } from '@cairn/images';

export interface PhotoAddressSettings {
  /** What is in front of the address of a file, without a slash at its end. */
  readonly filesUrl: string;
  /** The query that makes a thumbnail of a file; there are none without it. */
  readonly thumbnailQuery?: string | undefined;
}

/** Where photos and their thumbnails are served. */
export class PhotoAddresses {
  constructor(private readonly settings: PhotoAddressSettings) {}

  of(image: Image): { readonly url: string; readonly thumbnail?: string } {
    const { filesUrl, thumbnailQuery } = this.settings;
    const url = `${filesUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
    return thumbnailQuery === undefined ? { url } : { url, thumbnail: `${url}?${thumbnailQuery}` };
  }
}
