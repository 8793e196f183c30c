import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { distanceBetween, isWithinDistance } from './distance/distance.js';
import { type Geometry, type Position, type Rings, isPosition } from './geojson/geojson.js';
import { doubleAreaOf } from './plane/area.js';
import { prepare } from './plane/prepared-geometry.js';
import { contains } from './predicates/contains.js';
import { intersects } from './predicates/intersects.js';

/** The shapes, and what PostGIS says of their pairs; `corpus/measure.sql` tells how. */
const read = (name: string) =>
  readFileSync(new URL(`../corpus/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const shapes = read('shapes.ndjson').map((line) => JSON.parse(line) as Geometry);
const rows = read('postgis.csv')
  .slice(1)
  .map((line) => {
    const [a, b, meets, covers, meters] = line
      .split(',')
      .map((field) => (field === '' ? undefined : Number(field)));
    return { a: Number(a) - 1, b: Number(b) - 1, meets, covers, meters };
  });

/** Moved to the east, and back by a turn beyond 180: so lines jump, and polygons where that makes them clockwise when read flat. */
function moved(shape: Geometry, degrees: number): Geometry {
  const beyond = ([longitude, ...more]: Position): Position => [longitude + degrees, ...more];
  const turned = ([longitude, ...more]: Position): Position => [
    longitude > 180 ? longitude - 360 : longitude,
    ...more,
  ];
  const polygon = (rings: Rings): Rings => {
    const goingOn = rings.map((ring) => ring.map(beyond));
    const jumping = goingOn.map((ring) => ring.map(turned));
    const flat = (jumping[0] ?? []).map(([x, y]) => ({ x, y, z: undefined }));
    return doubleAreaOf(flat) < 0 ? jumping : goingOn;
  };
  const path = (positions: readonly Position[]) => positions.map(beyond).map(turned);
  switch (shape.type) {
    case 'Point':
      return isPosition(shape.coordinates)
        ? { ...shape, coordinates: turned(beyond(shape.coordinates)) }
        : shape;
    case 'MultiPoint':
    case 'LineString':
      return { ...shape, coordinates: path(shape.coordinates) };
    case 'MultiLineString':
      return { ...shape, coordinates: shape.coordinates.map(path) };
    case 'Polygon':
      return { ...shape, coordinates: polygon(shape.coordinates) };
    case 'MultiPolygon':
      return { ...shape, coordinates: shape.coordinates.map(polygon) };
    case 'GeometryCollection':
      return { ...shape, geometries: shape.geometries.map((member) => moved(member, degrees)) };
  }
}

const onTheAntimeridian = shapes.map((shape) => moved(shape, 176));

const differences = (expected: 'meets' | 'covers', drawn: readonly Geometry[], ask: typeof intersects) => {
  const prepared = drawn.map(prepare);
  return rows
    .filter((row) => row[expected] !== undefined)
    .filter((row) => {
      const [a, b] = [prepared[row.a], prepared[row.b]];
      return a !== undefined && b !== undefined && ask(a, b) !== (row[expected] === 1);
    })
    .map(({ a, b }) => [shapes[a], shapes[b]]);
};

describe('as PostGIS has it', () => {
  it.each([
    ['where they were drawn', shapes],
    ['across the antimeridian', onTheAntimeridian],
  ])('shapes intersect, %s', (_, drawn) => {
    expect(differences('meets', drawn, intersects)).toEqual([]);
  });

  it.each([
    ['where they were drawn', shapes],
    ['across the antimeridian', onTheAntimeridian],
  ])('shapes contain each other, %s', (_, drawn) => {
    expect(differences('covers', drawn, contains)).toEqual([]);
  });

  it('shapes are as far apart, to 0.1 %', () => {
    const prepared = shapes.map(prepare);
    const off = rows.flatMap(({ a, b, meters }) => {
      const [one, other] = [prepared[a], prepared[b]];
      if (meters === undefined || one === undefined || other === undefined) return [];
      const distance = distanceBetween(one, other);
      return Math.abs(distance - meters) <= meters * 0.001 + 0.01
        ? []
        : [{ one: shapes[a], other: shapes[b], meters, distance }];
    });
    expect(off).toEqual([]);
  });

  it('shapes are within a distance or not', () => {
    const prepared = shapes.map(prepare);
    const wrong = rows.filter(({ a, b, meters }) => {
      const [one, other] = [prepared[a], prepared[b]];
      if (meters === undefined || one === undefined || other === undefined) return false;
      const isWrong = !isWithinDistance(one, other, meters * 1.002 + 0.02);
      return isWrong || (meters > 1 && isWithinDistance(one, other, meters * 0.998 - 0.02));
    });
    expect(wrong).toEqual([]);
  });
});
