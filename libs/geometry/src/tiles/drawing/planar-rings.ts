import { type Position, type Rings } from '../../geojson/geojson.js';
import { isPlain } from '../../plane/longitudes.js';
import { planarParts } from '../../plane/paths.js';
import { isPlainPolygon } from '../../plane/spelling.js';
import { type Vertex } from '../../plane/vertex.js';
import { type Longitudes } from './snap-path.js';

/** The rings of a polygon, or a line as one, as paths without jumps; positions are read in place where they have none. */
export function planarRings(type: 'LineString' | 'Polygon', rings: Rings): readonly Longitudes[] {
  if (type === 'LineString' ? rings.every(isPlain) : isPlainPolygon(rings)) return rings.map(ofPositions);
  const [part] =
    type === 'Polygon'
      ? planarParts({ type, coordinates: rings })
      : planarParts({ type, coordinates: rings[0] ?? [] });
  if (part?.kind === 'polygon') return part.rings.map(ofVertices);
  return part?.kind === 'line' ? [ofVertices(part.path)] : [];
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
