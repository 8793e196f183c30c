import type { Tile } from '@cairn/geometry';
import type { StyleLayer, Theme } from '@cairn/map-style';
import type { BaseMap, MapView } from '../map/web-map.js';

/** How large a picture is, in its pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** How many of its pixels a pixel of the map has each way. */
  readonly scale: 1 | 2;
}

/** A vector tile of a source of the layers. */
export interface PictureTile {
  readonly source: string;
  readonly tile: Pick<Tile, 'zoom' | 'x' | 'y'>;
  readonly bytes: Uint8Array;
}

/** What a picture of a map shows, besides the ground and its tiles. */
export interface MapPicture extends PictureSize {
  /** The middle of the picture. North is up. */
  readonly view: Pick<MapView, 'longitude' | 'latitude' | 'zoom'>;
  readonly baseMap: BaseMap;
  readonly theme: Theme;
  /** Of the names of countries, as BCP 47 has it. */
  readonly language: string;
  /** From below to above. */
  readonly layers: readonly StyleLayer[];
  /** Whom the data of the layers are of, as HTML. */
  readonly credits: readonly string[];
}
