import { type Position, type Rings } from '../../geojson/geojson.js';
import { planarParts } from '../../plane/paths.js';
import { type Vertex } from '../../plane/vertex.js';
import { type Longitudes } from './snap-path.js';

/** The rings of a polygon, or a line as one, as paths without jumps; positions are read in place where they have none. */
export function planarRings(type: 'LineString' | 'Polygon', rings: Rings): readonly Longitudes[] {
  if (rings.every(isPlain) && (type === 'LineString' || rings.every(isClosed))) return rings.map(ofPositions);
  const [part] =
    type === 'Polygon'
      ? planarParts({ type, coordinates: rings })
      : planarParts({ type, coordinates: rings[0] ?? [] });
  if (part?.kind === 'polygon') return part.rings.map(ofVertices);
  return part?.kind === 'line' ? [ofVertices(part.path)] : [];
}

const isClosed = (ring: readonly Position[]): boolean => ring[0]?.[0] === ring.at(-1)?.[0];

/** Whether a path has no jumps, and no longitudes beyond ±180. */
export function isPlain(positions: readonly Position[]): boolean {
  let before = positions[0]?.[0] ?? 0;
  for (const [longitude] of positions) {
    if (longitude < -180 || longitude > 180 || Math.abs(longitude - before) > 180) return false;
    before = longitude;
  }
  return true;
}

const ofPositions = (positions: readonly Position[]): Longitudes => ({
  length: positions.length,
  x: (index) => positions[index]?.[0] ?? 0,
  y: (index) => positions[index]?.[1] ?? 0,
});

const ofVertices = (vertices: readonly Vertex[]): Longitudes => ({
  length: vertices.length,
  x: (index) => vertices[index]?.x ?? 0,
  y: (index) => vertices[index]?.y ?? 0,
});
