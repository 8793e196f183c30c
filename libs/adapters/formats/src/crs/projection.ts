import type { FileGeometry } from '@cairn/spaces';
import proj4 from 'proj4';
import type { KnownCrs } from './read-crs.js';

/** Longitude and latitude in degrees, and perhaps a height. */
export type Position = readonly number[];

/** Why a place cannot be read. The reason is a phrase: `has a latitude of 91 degrees`. */
export class UnreadablePlace extends Error {}

/** Changes coordinates of a reference system to WGS 84. */
export class Projection {
  private readonly toDegrees: ((position: [number, number]) => number[]) | undefined;

  constructor(readonly crs: KnownCrs) {
    if (crs.code === 'EPSG:4326') return;
    const converter = proj4(crs.definition, 'EPSG:4326');
    this.toDegrees = (position) => converter.forward(position);
  }

  /** @throws {UnreadablePlace} for what is not on the Earth, or outside of what the system is for. */
  position([x = Number.NaN, y = Number.NaN, z]: readonly number[]): Position {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new UnreadablePlace('is not two numbers');
    const [longitude = Number.NaN, latitude = Number.NaN] = this.toDegrees?.([x, y]) ?? [x, y];
    // proj4 gives NaN where it should throw.
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude))
      throw new UnreadablePlace(`lies outside of ${this.crs.name}`);
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
      throw new UnreadablePlace(`is ${round(x)}, ${round(y)}, which is no place in ${this.crs.name}`);
    const place = this.toDegrees === undefined ? [longitude, latitude] : [round(longitude), round(latitude)];
    return z !== undefined && Number.isFinite(z) ? [...place, z] : place;
  }

  /** @throws {UnreadablePlace} */
  geometry(geometry: FileGeometry): FileGeometry {
    if ('geometries' in geometry)
      return { ...geometry, geometries: geometry.geometries.map((each) => this.geometry(each)) };
    return { type: geometry.type, coordinates: this.coordinates(geometry.coordinates) };
  }

  private coordinates(given: unknown): unknown {
    if (!Array.isArray(given)) throw new UnreadablePlace('has no coordinates');
    return typeof given[0] === 'number' ? this.position(given) : given.map((each) => this.coordinates(each));
  }
}

/** As exact as positions are kept: a hundred-millionth of a degree is a millimetre. */
const round = (degrees: number): number => Number(degrees.toFixed(8));
