import { addressOf, type Image } from '@cairn/images';

export interface PhotoAddressSettings {
  /** The URL prefix of files, without a trailing slash. */
  readonly filesUrl: string;
  /** The query of thumbnails. Without it there are none. */
  readonly thumbnailQuery?: string | undefined;
}

/** The URLs of photos and their thumbnails. */
export class PhotoAddresses {
  constructor(private readonly settings: PhotoAddressSettings) {}

  of(image: Image): { readonly url: string; readonly thumbnail?: string } {
    const { filesUrl, thumbnailQuery } = this.settings;
    const url = `${filesUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
    return thumbnailQuery === undefined ? { url } : { url, thumbnail: `${url}?${thumbnailQuery}` };
  }
}
