import { circleAround, type Geometry } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import type { HubParameters } from './hub-parameters.js';

/** The largest radius of a circle around a point. */
const MAX_RADIUS_IN_METERS = 5_000_000;

/** Reads `clip`, which cannot be combined with `nearest`. @throws {InvalidInput} */
export function parseAreaClip(parameters: HubParameters): boolean {
  const isClipped = parameters.flag('clip') === true;
  if (isClipped && parameters.text('nearest') !== undefined)
    throw InvalidInput.of('invalid-clip', '`clip` cannot be combined with `nearest`.');
  return isClipped;
}

/** The area that geometries are clipped to: the search geometry, or the circle around it. @throws {InvalidInput} */
export function clipAreaOf(geometry: Geometry, radiusInMeters: number): Geometry {
  if (geometry.type === 'Point' && radiusInMeters > 0) {
    const [longitude, latitude] = geometry.coordinates;
    if (longitude !== undefined && latitude !== undefined && radiusInMeters <= MAX_RADIUS_IN_METERS)
      return circleAround([longitude, latitude], radiusInMeters);
  }
  if ((geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') && radiusInMeters === 0)
    return geometry;
  throw InvalidInput.of(
    'invalid-clip',
    `\`clip\` needs an area: a polygon without a radius, or a point with one of at most ${MAX_RADIUS_IN_METERS} metres.`,
  );
}
