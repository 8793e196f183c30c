import { addressOf, type Image } from '@cairn/images';

export interface PhotoAddressSettings {
  /** The URL prefix of files, without a trailing slash. */
  readonly filesUrl: string;
  /** The same for private images, if others reach the files elsewhere. */
  readonly ownFilesUrl?: string | undefined;
  /** The query of thumbnails. Without it there are none. */
  readonly thumbnailQuery?: string | undefined;
}

/** The URLs of photos and their thumbnails. */
export class PhotoAddresses {
  constructor(private readonly settings: PhotoAddressSettings) {}

  of(image: Image): { readonly url: string; readonly thumbnail?: string } {
    const { ownFilesUrl, thumbnailQuery } = this.settings;
    const filesUrl = image.visibility === 'private' && ownFilesUrl ? ownFilesUrl : this.settings.filesUrl;
    const url = `${filesUrl}/${addressOf(image).split('/').map(encodeURIComponent).join('/')}`;
    return thumbnailQuery === undefined ? { url } : { url, thumbnail: `${url}?${thumbnailQuery}` };
  }
}
