import { type Geometry, type SimpleGeometry } from './geojson.js';

/** The geometries that have coordinates, in their order: the members of collections instead of the collections. */
export function* flatten(geometry: Geometry): Generator<SimpleGeometry, void, undefined> {
  const waiting = [geometry];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === 'GeometryCollection') {
      for (const member of next.geometries.toReversed()) waiting.push(member);
    } else yield next;
  }
}
