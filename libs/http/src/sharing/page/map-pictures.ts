import { MAP_PICTURE_SIZE } from '@cairn/api-schema';
import type { Addresses } from '../../messages/addresses.js';

/** The address of a map in the API. */
export const mapApiOf = ({ baseUrl }: Addresses, id: string): string =>
  `${baseUrl}/api/maps/${encodeURIComponent(id)}`;

interface Options {
  /** The address of the map in the API. */
  readonly api: string;
  /** The secret of the link that opens the map; absent of a public map. */
  readonly secret?: string | undefined;
  /** Of the names of countries. */
  readonly language: string;
}

interface Look {
  readonly width: number;
  readonly height: number;
  readonly scale?: 2 | undefined;
  readonly theme?: 'dark' | undefined;
}

export interface MapPictureSource {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Where others get pictures of a map, without a cookie. */
export class MapPictures {
  constructor(private readonly options: Options) {}

  /** The picture that previews show. */
  get preview(): MapPictureSource {
    return this.of(MAP_PICTURE_SIZE);
  }

  /** Of the same shape, for less room. */
  get small(): MapPictureSource {
    return this.of({ width: 480, height: 252, scale: 2 });
  }

  of({ width, height, ...look }: Look): MapPictureSource {
    const { api, secret, language } = this.options;
    const query = new URLSearchParams({ width: `${width}`, height: `${height}` });
    for (const [name, value] of Object.entries({ ...look, language, access_token: secret }))
      if (value !== undefined) query.set(name, `${value}`);
    return { url: `${api}/picture.png?${query.toString()}`, width, height };
  }
}
