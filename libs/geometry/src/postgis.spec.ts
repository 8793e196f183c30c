import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { distanceBetween, isWithinDistance } from './distance/distance.js';
import { type Geometry } from './geojson/geojson.js';
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

function longitudesMoved(value: unknown, degrees: number): unknown {
  if (Array.isArray(value)) {
    if (typeof value[0] !== 'number') return value.map((item) => longitudesMoved(item, degrees));
    const longitude = value[0] + degrees;
    return [longitude > 180 ? longitude - 360 : longitude, ...(value.slice(1) as unknown[])];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, longitudesMoved(member, degrees)]),
  );
}

const onTheAntimeridian = shapes.map((shape) => longitudesMoved(shape, 176) as Geometry);

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
