import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceBetween, isWithinDistance } from '../distance/distance.js';
import type { Geometry, Position } from '../geojson/geojson.js';
import { contains, TooManyCrossings, within } from '../predicates/contains.js';
import { intersects } from '../predicates/intersects.js';
import { type EdgeNode } from './edge-tree.js';
import { PackedGeometry } from './packed-geometry.js';
import { type IndexedGeometry, prepare } from './prepared-geometry.js';

/** Few places, so that edges touch and run along each other. */
const near = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 }));
const places = near.map(([x, y]): Position => [x, y]);
const across = near.map(([x, y]): Position => [x < 0 ? 180 + x : x - 180, y]);
const closed = (ring: readonly Position[]): readonly Position[] => [...ring, ...ring.slice(0, 1)];

/** A star around the middle of a place, whose hole is a smaller one. */
const polygon = fc
  .tuple(near, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 90 }), fc.boolean())
  .map(([[x, y], radii, hasHole]) => {
    const ring = (size: number): readonly Position[] =>
      closed(
        radii.map((radius, index): Position => {
          const angle = (2 * Math.PI * index) / radii.length;
          const longitude = x * 50 + radius * size * Math.cos(angle);
          const within = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
          return [within, y + radius * size * Math.sin(angle)];
        }),
      );
    return hasHole ? [ring(1), ring(0.5).toReversed()] : [ring(1)];
  });

const shape = (position: fc.Arbitrary<Position>): fc.Arbitrary<Geometry> => {
  const line = fc.array(position, { minLength: 2, maxLength: 80 });
  const ring = fc.array(position, { minLength: 3, maxLength: 30 }).map(closed);
  return fc.oneof(
    position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
    fc
      .array(position, { maxLength: 30 })
      .map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
    line.map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
    fc
      .array(line, { maxLength: 12 })
      .map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
    fc
      .array(ring, { minLength: 1, maxLength: 3 })
      .map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
    polygon.map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
    fc
      .array(polygon, { maxLength: 12 })
      .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
  );
};
const any = fc.oneof(shape(places), shape(across));
const pair = fc.oneof(
  fc.tuple(any, any),
  any.map((geometry): [Geometry, Geometry] => [geometry, geometry]),
  fc
    .tuple(any, any)
    .map(([one, other]): [Geometry, Geometry] => [
      { type: 'GeometryCollection', geometries: [one, other] },
      other,
    ]),
);

type Shape = Geometry | IndexedGeometry;

function answer(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TooManyCrossings) return 'too many crossings';
    throw error;
  }
}

const answers = (one: Shape, other: Shape): readonly unknown[] => [
  answer(() => intersects(one, other)),
  answer(() => contains(one, other)),
  answer(() => within(one, other)),
  answer(() => isWithinDistance(one, other, 100_000)),
  answer(() => distanceBetween(one, other)),
];

interface Plain extends Pick<EdgeNode, 'west' | 'south' | 'east' | 'north'> {
  readonly children: readonly Plain[];
  readonly edges: readonly unknown[];
  readonly path: readonly unknown[] | undefined;
}

function plain({ west, south, east, north, children, edges, path }: EdgeNode): Plain {
  const ends = (edge: Pick<EdgeNode['edges'][number], 'a' | 'b' | 'polygon'>) =>
    [edge.a.x, edge.a.y, edge.b.x, edge.b.y].map((value) => value + 0).concat(edge.polygon ?? []);
  return {
    west,
    south,
    east,
    north,
    children: children.map(plain),
    edges: edges.map(ends),
    path: path && ends(path),
  };
}

const packed = (geometry: Geometry): IndexedGeometry => new PackedGeometry(prepare(geometry)).opened();

describe('PackedGeometry', () => {
  it('has the same tree of edges', () => {
    fc.assert(
      fc.property(any, (geometry) => {
        const { root } = prepare(geometry);
        const { root: own } = packed(geometry);
        expect(own && plain(own)).toEqual(root && plain(root));
      }),
      { numRuns: 300 },
    );
  });

  it('answers as the geometry does, on either side of a comparison', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const expected = answers(one, other);
        expect(answers(packed(one), other)).toEqual(expected);
        expect(answers(one, packed(other))).toEqual(expected);
        expect(answers(packed(one), packed(other))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('takes 21 bytes for each edge of a ring', () => {
    const ring = Array.from({ length: 30_000 }, (_, index): Position => {
      const angle = (2 * Math.PI * index) / 30_000;
      return [Math.cos(angle), Math.sin(angle)];
    });
    const { sizeInBytes } = new PackedGeometry(prepare({ type: 'Polygon', coordinates: [closed(ring)] }));
    expect(sizeInBytes / 30_000).toBeCloseTo(20.6, 1);
  });
});
