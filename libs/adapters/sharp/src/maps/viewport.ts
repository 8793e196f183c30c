import { acrossOf, downOf, WORLD_PIXELS } from '@cairn/maps/spi';
import type { MapPicture, PictureTile } from '@cairn/maps';

/** Where a tile is in a picture, in its pixels. */
export interface TilePlace {
  readonly x: number;
  readonly y: number;
  /** Its width and height. */
  readonly size: number;
}

/** A point of a picture, in its pixels. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** Where in a picture is what of the world. */
export class Viewport {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly zoom: number;
  private readonly world: number;
  private readonly left: number;
  private readonly top: number;

  constructor({ width, height, scale, view }: Pick<MapPicture, 'width' | 'height' | 'scale' | 'view'>) {
    this.width = width;
    this.height = height;
    this.scale = scale;
    this.zoom = view.zoom;
    this.world = WORLD_PIXELS * scale * 2 ** view.zoom;
    this.left = acrossOf(view.longitude) * this.world - width / 2;
    this.top = downOf(view.latitude) * this.world - height / 2;
  }

  /** Each place of a tile in the picture: the world goes on beyond the antimeridian. */
  placesOf({ zoom, x, y }: PictureTile['tile']): readonly TilePlace[] {
    const size = this.world / 2 ** zoom;
    const [across, down] = [x * size - this.left, y * size - this.top];
    if (down >= this.height || down + size <= 0) return [];
    const first = Math.ceil((-across - size) / this.world);
    const places: TilePlace[] = [];
    for (let copy = first; across + copy * this.world < this.width; copy += 1) {
      const place = { x: across + copy * this.world, y: down, size };
      if (place.x + size > 0) places.push(place);
    }
    return places;
  }
}
