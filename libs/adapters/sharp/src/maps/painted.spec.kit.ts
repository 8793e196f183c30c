import { encodeTile, type TileFeature } from '@cairn/geometry';
import type { MapPicture, PictureTile } from '@cairn/maps';
import sharp from 'sharp';
import { GroundFiles } from './ground-files.js';
import type { DrawnLayer } from './layer-rules.js';
import { paintMap } from './paint-map.js';

const ground = new GroundFiles();

/** A tile of the world with these features, on a grid of 4096. */
export const worldOf = (features: readonly TileFeature[]): PictureTile => ({
  source: 'a',
  tile: { zoom: 0, x: 0, y: 0 },
  bytes: encodeTile([{ name: 'features', extent: 4_096, features }]),
});

export const point = (x: number, y: number, properties: TileFeature['properties'] = {}): TileFeature => ({
  geometry: { type: 'point', paths: [[x, y]] },
  properties,
});

export const area = (path: readonly number[], properties: TileFeature['properties'] = {}): TileFeature => ({
  geometry: { type: 'polygon', paths: [path] },
  properties,
});

export const line = (path: readonly number[], properties: TileFeature['properties'] = {}): TileFeature => ({
  geometry: { type: 'line', paths: [path] },
  properties,
});

/** A layer of the features of `worldOf`. */
export const layer = (type: DrawnLayer['type'], more: Partial<DrawnLayer> = {}): DrawnLayer => ({
  id: `a:${type}`,
  type,
  source: 'a',
  'source-layer': 'features',
  ...more,
});

interface Given extends Partial<Omit<MapPicture, 'layers'>> {
  readonly layers?: readonly DrawnLayer[];
  readonly tiles?: readonly PictureTile[];
}

/** The whole world in 512 pixels each way, without the ground. */
function pictureOf({ layers = [], ...given }: Omit<Given, 'tiles'>): MapPicture {
  return {
    width: 512,
    height: 512,
    scale: 1,
    view: { longitude: 0, latitude: 0, zoom: 0 },
    baseMap: 'none',
    theme: 'light',
    language: 'en',
    credits: [],
    ...given,
    layers: layers as MapPicture['layers'],
  };
}

/** Paints a picture; the function gives the color of a pixel as `#rrggbb`. */
export async function painted({ tiles = [], ...given }: Given) {
  const png = await paintMap(pictureOf(given), { tiles, ground });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string =>
    `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`;
  /** How many pixels of a part have another color than `color`. */
  const others = (color: string, [left, top, right, bottom]: readonly [number, number, number, number]) => {
    let count = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) if (at(x, y) !== color) count += 1;
    return count;
  };
  return { at, others, width: info.width, height: info.height };
}
