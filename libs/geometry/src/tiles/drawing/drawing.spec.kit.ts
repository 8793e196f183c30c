import { type Geometry, type Position } from '../../geojson/geojson.js';
import { encodeTile } from '../mvt/encode-tile.js';
import { tileFaults } from '../mvt/tile-faults.js';
import { type MapFeature, TileDrawing } from './tile-drawing.js';
import { type TileGrid } from './tile-grid.js';

export type Address = readonly [zoom: number, x: number, y: number];

export function featuresInTile(features: Iterable<MapFeature>, grid: TileGrid) {
  const drawing = new TileDrawing(grid);
  for (const feature of features) drawing.add(feature);
  return drawing.finish().features;
}

export const gridOf = ([zoom, x, y]: Address, buffer = 64): TileGrid => ({
  tile: { scheme: 'web-mercator', zoom, x, y },
  extent: 4096,
  buffer,
});

export const draw = (geometry: Geometry, address: Address, buffer = 64) =>
  featuresInTile([{ id: 1, geometry, properties: {} }], gridOf(address, buffer));

export const pathsOf = (geometry: Geometry, address: Address) =>
  draw(geometry, address).flatMap(({ geometry: { type, paths } }) => [
    [type, ...paths.map((path) => [...path])],
  ]);

export const faultsOf = (geometry: Geometry, address: Address) =>
  tileFaults(encodeTile([{ name: 'a', extent: 4096, features: draw(geometry, address) }]));

/** The position at a place of the grid. */
export function at([zoom, x, y]: Address, [gridX, gridY]: readonly [number, number]): Position {
  const [column, row] = [x + gridX / 4096, y + gridY / 4096];
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom)));
  return [(column / 2 ** zoom) * 360 - 180, (latitude * 180) / Math.PI];
}

export const TILE: Address = [4, 8, 5];

export type Place = readonly [x: number, y: number];

export const placesOf = (text: string): readonly Place[] =>
  text.split(', ').map((place): Place => {
    const [x = NaN, y = NaN] = place.split(' ').map(Number);
    return [x, y];
  });

/** A polygon by places on the grid of a tile; each ring is closed. */
export const polygonAt = (rings: readonly (readonly Place[])[]): Geometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => [...ring, ...ring.slice(0, 1)].map((place) => at(TILE, place))),
});

export const lineAt = (places: string): Geometry => ({
  type: 'LineString',
  coordinates: placesOf(places).map((place) => at(TILE, place)),
});

export const boxOf = (positions: string): Geometry => ({
  type: 'Polygon',
  coordinates: [placesOf(positions)],
});

export function ringArea(path: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < path.length; index += 2) {
    const [x = 0, y = 0] = path.slice(index, index + 2);
    const next = (index + 2) % path.length;
    sum += x * (path[next + 1] ?? 0) - (path[next] ?? 0) * y;
  }
  return sum / 2;
}

export const areaOf = (geometry: Geometry, address: Address, buffer = 64): number =>
  draw(geometry, address, buffer)
    .flatMap(({ geometry: { paths } }) => paths)
    .reduce((sum, path) => sum + ringArea(path), 0);
