import fc from 'fast-check';

const edges = [-540, -180, -179.999, -90, 0, 1e-9, 47.123456789, 90, 179.999, 180, 540];
const longitude = fc.oneof(fc.constantFrom(...edges), fc.double({ min: -181, max: 181, noNaN: true }));
const latitude = fc.oneof(
  fc.constantFrom(...edges.filter((edge) => Math.abs(edge) <= 90)),
  fc.double({ min: -91, max: 91, noNaN: true }),
);
const position = fc.oneof(
  fc.tuple(longitude, latitude),
  fc.tuple(longitude, latitude),
  fc.tuple(longitude, latitude, fc.double({ min: -500, max: 9_000, noNaN: true })),
);
const positions = fc.array(position, { maxLength: 6 });
const ring = positions.map((all) => [...all, ...all.slice(0, 1)]);
const rings = fc.array(ring, { maxLength: 3 });

const simple = fc.oneof(
  shape('Point', position),
  shape('MultiPoint', positions),
  shape('LineString', positions),
  shape('MultiLineString', fc.array(positions, { maxLength: 3 })),
  shape('Polygon', rings),
  shape('MultiPolygon', fc.array(rings, { maxLength: 3 })),
);

/** GeoJSON geometries of every type, most of them valid: also degenerate ones, at the poles and at the antimeridian. */
export const geometries: fc.Arbitrary<object> = fc.oneof(
  { weight: 9, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc
      .array(simple, { maxLength: 3 })
      .map((parts) => ({ type: 'GeometryCollection', geometries: parts })),
  },
);

function shape(type: string, coordinates: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return coordinates.map((given) => ({ type, coordinates: given }));
}
