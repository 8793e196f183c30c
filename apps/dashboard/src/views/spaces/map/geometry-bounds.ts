import type { Geometry } from '@cairn/client';

/** West, south, east, north. East is greater than 180 if the box crosses the antimeridian. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The narrower of the two boxes around a geometry, one of which crosses the antimeridian. */
export function boundsOf(geometry: Geometry): Bounds | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  /** Computed with the western hemisphere moved east of the eastern one. */
  let [moved, movedEast] = [Infinity, -Infinity];
  each(geometry, (longitude, latitude) => {
    const beyond = longitude < 0 ? longitude + 360 : longitude;
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [moved, movedEast] = [Math.min(moved, beyond), Math.max(movedEast, beyond)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  });
  if (south > north) return undefined;
  return movedEast - moved < east - west ? [moved, south, movedEast, north] : [west, south, east, north];
}

/** The bounds in the form of RFC 7946, where west > east means that the box crosses the antimeridian. */
export function unwrapped([west, south, east, north]: readonly number[]): Bounds | undefined {
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  return [west, south, west > east ? east + 360 : east, north];
}

function each(geometry: Geometry, take: (longitude: number, latitude: number) => void): void {
  const walk = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [longitude, latitude] = value as readonly unknown[];
    if (typeof longitude === 'number' && typeof latitude === 'number') take(longitude, latitude);
    else value.forEach(walk);
  };
  if (geometry.type === 'GeometryCollection') for (const member of geometry.geometries) each(member, take);
  else walk(geometry.coordinates);
}
