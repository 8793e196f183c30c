import type { BoundingBox, Tile } from '@cairn/geometry';
import type { MapView } from '../map/web-map.js';
import type { PictureSize } from './map-picture.js';

/** Width of the world at zoom 0, as MapLibre has it. */
export const WORLD_PIXELS = 512;
/** Free on each side of what is in view. */
const PADDING = 40;
/** A single feature has no extent: a map of it begins here. */
const CLOSEST = 15;
const MAX_LATITUDE = 85.051129;

export type View = Pick<MapView, 'longitude' | 'latitude' | 'zoom'>;
/** In pixels of the map. */
export type Extent = Pick<PictureSize, 'width' | 'height'>;

/** From 0 at 180° west to 1 at 180° east. */
export const acrossOf = (longitude: number): number => (longitude + 180) / 360;

/** From 0 at the northern edge of the map to 1 at the southern one. */
export function downOf(latitude: number): number {
  const within = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  const sine = Math.sin((within * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

const latitudeAt = (down: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI;

/** The nearest view that has these boxes in it. One whose west is greater than its east crosses the antimeridian. */
export function fittingView(boxes: readonly BoundingBox[], size: Extent): View | undefined {
  if (boxes.length === 0) return undefined;
  const wests = boxes.map(([west]) => west);
  const easts = boxes.map(([west, , east]) => (west > east ? east + 360 : east));
  const [left, right] = [acrossOf(Math.min(...wests)), acrossOf(Math.max(...easts))];
  const top = downOf(Math.max(...boxes.map(([, , , north]) => north)));
  const bottom = downOf(Math.min(...boxes.map(([, south]) => south)));
  const fitting = (room: number, share: number): number =>
    Math.log2(Math.max(room - 2 * PADDING, room / 2) / (WORLD_PIXELS * share));
  const zoom = Math.min(CLOSEST, fitting(size.width, right - left), fitting(size.height, bottom - top));
  const longitude = ((left + right) / 2) * 360 - 180;
  return {
    longitude: longitude > 180 ? longitude - 360 : longitude,
    latitude: latitudeAt((top + bottom) / 2),
    zoom,
  };
}

/** The view with nothing beyond the poles, as maps do it: nearer, or moved. */
export function withoutPoles({ longitude, latitude, zoom }: View, { height }: Extent): View {
  const nearest = Math.max(zoom, Math.log2(height / WORLD_PIXELS), 0);
  const half = height / 2 / (WORLD_PIXELS * 2 ** nearest);
  const down = Math.min(1 - half, Math.max(half, downOf(latitude)));
  return { longitude, latitude: latitudeAt(down), zoom: nearest };
}

/** The tiles that show a view, of these zooms, each once. */
export function tilesInView(
  { longitude, latitude, zoom }: View,
  { width, height }: Extent,
  { minZoom, maxZoom }: { readonly minZoom: number; readonly maxZoom: number },
): readonly Tile[] {
  const tileZoom = Math.min(Math.floor(zoom), maxZoom);
  if (tileZoom < minZoom) return [];
  const count = 2 ** tileZoom;
  const pixels = (WORLD_PIXELS * 2 ** zoom) / count;
  const between = (middle: number, extent: number): readonly [number, number] => [
    Math.floor(middle - extent / 2 / pixels),
    Math.ceil(middle + extent / 2 / pixels) - 1,
  ];
  const [left, right] = between(acrossOf(longitude) * count, width);
  const [top, bottom] = between(downOf(latitude) * count, height);
  const columns = new Set(range(left, right).map((x) => ((x % count) + count) % count));
  return range(Math.max(0, top), Math.min(count - 1, bottom)).flatMap((y) =>
    [...columns].map((x) => ({ scheme: 'web-mercator', zoom: tileZoom, x, y }) as const),
  );
}

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
