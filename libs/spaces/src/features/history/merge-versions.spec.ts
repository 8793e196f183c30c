import { describe, expect, it } from '@jest/globals';
import { bodyOf, readBody } from '../content/feature-body.js';
import { mergeBodies, mergeTags } from './merge-versions.js';

interface Parts {
  readonly foreign?: object;
  readonly geometry?: object | null;
  readonly properties?: object | string;
}

function body({ foreign = {}, geometry = null, properties = {} }: Parts): string {
  const texts = { foreign: JSON.stringify(foreign), geometry: JSON.stringify(geometry) };
  return bodyOf({
    id: 'f',
    ...texts,
    properties: typeof properties === 'string' ? properties : JSON.stringify(properties),
  });
}

function merge(base: Parts, stored: Parts, wanted: Parts): unknown {
  const bodies = { base: body(base), stored: body(stored), wanted: body(wanted) };
  const merged = mergeBodies('f', bodies);
  return 'clash' in merged ? merged.clash : readBody(merged.body);
}

const properties = (base: object, stored: object, wanted: object): unknown => {
  const merged = merge({ properties: base }, { properties: stored }, { properties: wanted });
  return typeof merged === 'string' ? merged : (merged as { properties: unknown }).properties;
};

describe('two changes of one feature', () => {
  it('are both kept where they are of different members, however deep', () => {
    const base = { a: { b: 1, c: 1 }, d: 1, e: 1 };
    expect(properties(base, { ...base, a: { b: 2, c: 1 }, f: 1 }, { a: { b: 1, c: 2 }, e: 1 })).toEqual({
      a: { b: 2, c: 2 },
      e: 1,
      f: 1,
    });
  });

  it('are one where they are the same', () => {
    expect(properties({ a: 1, b: 1, l: [1] }, { a: 2, l: [2] }, { a: 2, l: [2] })).toEqual({ a: 2, l: [2] });
    expect(properties({}, { a: { b: 1 } }, { a: { c: 1 } })).toEqual({ a: { b: 1, c: 1 } });
  });

  it('clash where both change one value, where one removes it, and in an array', () => {
    expect(properties({ a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } })).toBe('/properties/a/b');
    expect(properties({ a: 1 }, {}, { a: 2 })).toBe('/properties/a');
    expect(properties({ a: 1 }, { a: 2 }, {})).toBe('/properties/a');
    expect(properties({ l: [1, 2] }, { l: [1] }, { l: [2] })).toBe('/properties/l');
    expect(properties({ a: 1 }, { a: { b: 1 } }, { a: [1] })).toBe('/properties/a');
    expect(properties({}, { 'a/~': 1 }, { 'a/~': 2 })).toBe('/properties/a~1~0');
    expect(merge({}, { foreign: { title: 'a' } }, { foreign: { title: 'b' } })).toBe('/title');
  });

  it('of the geometry clash unless they are the same', () => {
    const point = (x: number) => ({ geometry: { type: 'Point', coordinates: [x, 0] } });
    expect(merge(point(1), point(2), point(3))).toBe('/geometry');
    expect(merge(point(1), { geometry: null }, point(3))).toBe('/geometry');
    expect(merge(point(1), point(2), point(2))).toMatchObject(point(2));
    expect(merge(point(1), { ...point(2), foreign: { a: 1 } }, { ...point(1), foreign: { b: 1 } })).toEqual({
      ...point(2),
      foreign: { a: 1, b: 1 },
      properties: {},
    });
  });

  it('keep numbers as they were written, and members called like those of objects', () => {
    const long = '{"n":12345678901234567890,"__proto__":{"a":1}}';
    const bodies = {
      base: body({ properties: long }),
      stored: body({ properties: long.replace('890,', '891,') }),
      wanted: body({ properties: long.replace('"a":1', '"a":2') }),
    };
    expect(mergeBodies('f', bodies)).toEqual({
      body: body({ properties: '{"n":12345678901234567891,"__proto__":{"a":2}}' }),
    });
  });

  it('of tags add and take away what each of them does', () => {
    const tags = { base: ['a', 'b', 'c'], stored: ['c', 'a', 'd'], wanted: ['e', 'b', 'a', 'd'] };
    expect(mergeTags(tags)).toEqual(['a', 'd', 'e']);
  });
});
