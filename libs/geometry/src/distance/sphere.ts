import { type Box } from '../plane/box.js';
import { type Vertex } from '../plane/vertex.js';

export const RADIANS = Math.PI / 180;

/** The angle between two vertices seen from the middle of the sphere, in radians; by haversines. */
export function angleBetween(one: Pick<Vertex, 'x' | 'y'>, other: Pick<Vertex, 'x' | 'y'>): number {
  const halfWidth = Math.sin(((other.x - one.x) / 2) * RADIANS);
  const halfHeight = Math.sin(((other.y - one.y) / 2) * RADIANS);
  const square = halfHeight ** 2 + Math.cos(one.y * RADIANS) * Math.cos(other.y * RADIANS) * halfWidth ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(square)));
}

/**
 * A lower bound, in radians, of the angle between vertices of the boxes: the difference in latitude, or the way to the
 * nearest meridian of the other box. From `enough` on it need not be exact.
 */
export function leastAngleBetween(one: Box, other: Box, enough = Infinity): number {
  const height = Math.max(0, one.south - other.north, other.south - one.north) * RADIANS;
  if (height >= enough) return height;
  const width = Math.min(90, longitudesBetween(one, other));
  if (width === 0) return height;
  return Math.max(
    height,
    Math.asin(Math.sin(width * RADIANS) * Math.max(leastCosine(one), leastCosine(other))),
  );
}

const leastCosine = ({ south, north }: Box): number =>
  Math.cos(Math.max(Math.abs(south), Math.abs(north)) * RADIANS);

/** The degrees of longitude between the boxes, the shorter way round. */
function longitudesBetween(one: Box, other: Box): number {
  const eastwards = modulo(other.west - one.east);
  const westwards = modulo(one.west - other.east);
  const widths = one.east - one.west + (other.east - other.west);
  // Apart, the boxes and the gaps on both sides make one turn; where they overlap, the gaps go round once more.
  return eastwards + westwards + widths > 361 ? 0 : Math.min(eastwards, westwards);
}

const modulo = (degrees: number): number => ((degrees % 360) + 360) % 360;
