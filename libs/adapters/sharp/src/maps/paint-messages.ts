import type { MapPicture, PictureTile } from '@cairn/maps';

/** To a process that paints: the tiles of a picture one by one, then the picture. It has one answer. */
export type PaintRequest =
  | { readonly kind: 'tile'; readonly tile: PictureTile }
  | { readonly kind: 'paint'; readonly picture: MapPicture };

export type PaintAnswer =
  | {
      readonly kind: 'painted';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** The current memory of the process. */
      readonly residentBytes: number;
    }
  | { readonly kind: 'failed'; readonly reason: string };
