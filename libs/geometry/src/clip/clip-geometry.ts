import {
  type Geometry,
  type Position,
  type Rings,
  type SimpleGeometry,
  isPosition,
} from '../geojson/geojson.js';
import { planarParts } from '../plane/paths.js';
import { type Vertex } from '../plane/vertex.js';

/** The clipped parts of a point, a line, or the rings of a polygon: any number for lines and polygons. */
export interface Clipper {
  readonly point: (position: Position) => Position | undefined;
  readonly line: (path: readonly Vertex[]) => readonly (readonly Position[])[];
  readonly polygon: (rings: readonly (readonly Vertex[])[]) => readonly Rings[];
}

/** The geometry of all clipped parts; `undefined` if none is left. */
export function clipGeometry(geometry: Geometry, clipper: Clipper): Geometry | undefined {
  if (geometry.type !== 'GeometryCollection') return clipSimple(geometry, clipper);
  const members = geometry.geometries.flatMap((member) => clipGeometry(member, clipper) ?? []);
  return members.length > 0 ? { type: 'GeometryCollection', geometries: members } : undefined;
}

function clipSimple(geometry: SimpleGeometry, clipper: Clipper): SimpleGeometry | undefined {
  switch (geometry.type) {
    case 'Point': {
      const position = isPosition(geometry.coordinates) ? clipper.point(geometry.coordinates) : undefined;
      return position && { type: 'Point', coordinates: position };
    }
    case 'MultiPoint': {
      const coordinates = geometry.coordinates.flatMap((position) => {
        const inside = clipper.point(position);
        return inside === undefined ? [] : [inside];
      });
      return coordinates.length > 0 ? { type: 'MultiPoint', coordinates } : undefined;
    }
    case 'LineString':
    case 'MultiLineString': {
      const coordinates = planarParts(geometry).flatMap((part) =>
        part.kind === 'line' ? clipper.line(part.path) : [],
      );
      const [only, second] = coordinates;
      if (only === undefined) return undefined;
      return second === undefined && geometry.type === 'LineString'
        ? { type: 'LineString', coordinates: only }
        : { type: 'MultiLineString', coordinates };
    }
    case 'Polygon':
    case 'MultiPolygon': {
      const coordinates = planarParts(geometry).flatMap((part) =>
        part.kind === 'polygon' ? clipper.polygon(part.rings) : [],
      );
      const [only, second] = coordinates;
      if (only === undefined) return undefined;
      return second === undefined && geometry.type === 'Polygon'
        ? { type: 'Polygon', coordinates: only }
        : { type: 'MultiPolygon', coordinates };
    }
  }
}
