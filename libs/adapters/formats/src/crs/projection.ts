import type { FileGeometry } from '@cairn/spaces';
import proj4 from 'proj4';
import type { KnownCrs } from './read-crs.js';

/** Longitude and latitude in degrees, and perhaps a height. */
export type Position = readonly number[];

/** Why a place cannot be read. The reason is a phrase: `has a latitude of 91 degrees`. */
export class UnreadablePlace extends Error {}

/** What proj4 gives. */
interface Converter {
  forward(position: [number, number]): number[];
  inverse(position: [number, number]): number[];
}

/** By how much a position may differ if it is changed to WGS 84 and back. Where a system is meant for, it is nothing. */
const MAX_METERS_BACK = 1;
const METERS_IN_DEGREE = 111_000;

/** Changes coordinates of a reference system to WGS 84. */
export class Projection {
  private readonly converter: Converter | undefined;

  constructor(readonly crs: KnownCrs) {
    if (crs.code !== 'EPSG:4326') this.converter = proj4(crs.definition, 'EPSG:4326');
  }

  /** @throws {UnreadablePlace} for what is not on the Earth, or outside of what the system is for. */
  position([x = Number.NaN, y = Number.NaN, z]: readonly number[]): Position {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new UnreadablePlace('is not two numbers');
    const degrees = this.converter === undefined ? within([x, y]) : within(this.inDegrees(x, y));
    if (degrees === undefined)
      throw new UnreadablePlace(`is ${round(x)}, ${round(y)}, which is no place in ${this.crs.name}`);
    const place = this.converter === undefined ? degrees : degrees.map(round);
    return z !== undefined && Number.isFinite(z) ? [...place, z] : place;
  }

  /**
   * `undefined` where proj4 throws, or gives a position that it does not find back: for what is far outside of a system, it
   * gives places that are somewhere else, or not numbers.
   */
  private inDegrees(x: number, y: number): readonly [number, number] | undefined {
    if (this.converter === undefined) return undefined;
    try {
      const [longitude = Number.NaN, latitude = Number.NaN] = this.converter.forward([x, y]);
      const [backX = Number.NaN, backY = Number.NaN] = this.converter.inverse([longitude, latitude]);
      const meters = Math.hypot(backX - x, backY - y) * (this.crs.isGeographic ? METERS_IN_DEGREE : 1);
      return meters <= MAX_METERS_BACK ? [longitude, latitude] : undefined;
    } catch {
      return undefined;
    }
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

/** Rounding puts the edges of the world a little beyond it. */
const EDGE_DEGREES = 1e-6;

/** `undefined` for what is not on the Earth. */
function within(degrees: readonly [number, number] | undefined): readonly [number, number] | undefined {
  if (degrees === undefined) return undefined;
  const [longitude, latitude] = degrees;
  if (Math.abs(longitude) > 180 + EDGE_DEGREES || Math.abs(latitude) > 90 + EDGE_DEGREES) return undefined;
  return [Math.max(-180, Math.min(180, longitude)), Math.max(-90, Math.min(90, latitude))];
}

/** As exact as positions are kept: a hundred-millionth of a degree is a millimetre. */
const round = (degrees: number): number => Number(degrees.toFixed(8));
