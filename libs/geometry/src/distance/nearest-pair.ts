import { type Vertex } from '../plane/vertex.js';
import { geodesicBetween, LEAST_METERS_PER_RADIAN, MOST_METERS_PER_RADIAN } from './geodesic.js';
import { angleBetween } from './sphere.js';

/** Greater than the relative error of a length on WGS 84 here, except for antipodes. */
const MARGIN = 1e-4;
/** In radians: a few micrometres. */
const ROUNDING = 1e-12;
/** Smaller lengths come from rounding: two vertices at one pole are 0 m apart. */
const SMALLEST_METERS = 1e-6;

/** The two closest vertices offered so far. They are compared on the sphere and measured on WGS 84. */
export class NearestPair {
  /** Vertices at a greater angle, in radians, are ignored. */
  angle: number;
  readonly #enough: number;
  #meters = Infinity;

  /** @param radiusInMeters Pairs further apart are ignored. The first pair surely within it ends the search. */
  constructor(radiusInMeters?: number) {
    this.angle =
      radiusInMeters === undefined
        ? Infinity
        : (radiusInMeters / LEAST_METERS_PER_RADIAN) * (1 + MARGIN) + ROUNDING;
    this.#enough =
      radiusInMeters === undefined ? 0 : (radiusInMeters / MOST_METERS_PER_RADIAN) * (1 - MARGIN);
  }

  offer(one: Vertex, other: Vertex): void {
    const angle = angleBetween(one, other);
    if (angle >= this.angle) return;
    const meters = geodesicBetween(one, other);
    this.#meters = meters < SMALLEST_METERS ? 0 : meters;
    this.angle = angle <= this.#enough ? 0 : angle;
  }

  get meters(): number {
    return this.#meters;
  }
}
