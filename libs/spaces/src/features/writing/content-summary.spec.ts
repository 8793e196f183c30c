import { describe, expect, it } from '@jest/globals';
import { outlineOf, readOutline } from '../content/feature-outline.js';
import { readPlain } from '../../json/read-json.js';
import {
  EMPTY_SUMMARY,
  MAX_COUNTED_NAMES,
  mostOfOne,
  nextSummary,
  reducedSummary,
  type SummarisedFeature,
} from './content-summary.js';

const feature = (properties: string, ...tags: string[]): SummarisedFeature => ({
  outline: outlineOf('Point', readPlain(properties)),
  boxes: [],
  length: properties.length,
  tags,
});

describe('a summary', () => {
  it('takes away what it counted', () => {
    const features = [feature('{"a":1,"b c":[]}', 't'), feature('{"a":1,"b c":[]}'), feature('{"a":"x"}')];
    const counted = nextSummary(EMPTY_SUMMARY, features, []);
    expect(counted).toEqual({
      length: 41,
      longest: 16,
      emptyMiddle: [-180, 180],
      geometryTypes: [{ name: 'Point', count: 3 }],
      properties: [
        { name: 'a', type: 'number', count: 2 },
        { name: 'b c', type: 'array', count: 2 },
        { name: 'a', type: 'string', count: 1 },
      ],
      tags: [{ name: 't', count: 1 }],
      isExact: true,
    });
    expect(nextSummary(counted, [], features)).toEqual({ ...EMPTY_SUMMARY, longest: counted.longest });
  });

  it('knows how long one is at most, also where nobody looked when the first ones came', () => {
    const [short, long] = [feature('{"a":1}'), feature(`{"a":"${'x'.repeat(93)}"}`)];
    const both = nextSummary(EMPTY_SUMMARY, [long, short], []);
    expect(mostOfOne(both)).toBe(101);
    expect(mostOfOne(nextSummary(both, [short], [long]))).toBe(101);
    expect(mostOfOne(reducedSummary(both, 1, 2))).toBe(101);
    const { longest: _, ...before } = both;
    expect(mostOfOne(nextSummary(before, [short], []))).toBe(115);
  });

  it('counts so many names, and tells where there are more', () => {
    const named = (from: number, count: number) =>
      feature(
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${from + n}`, n]))),
      );
    const full = nextSummary(EMPTY_SUMMARY, [named(0, MAX_COUNTED_NAMES)], []);
    expect([full.properties.length, full.isExact]).toEqual([MAX_COUNTED_NAMES, true]);
    const over = nextSummary(full, [named(0, 1), named(MAX_COUNTED_NAMES, 1)], []);
    expect([over.properties.length, over.isExact, over.properties[0]?.count]).toEqual([256, false, 2]);
    expect(nextSummary(EMPTY_SUMMARY, [named(0, 257)], []).isExact).toBe(false);
    expect(nextSummary(EMPTY_SUMMARY, [feature(`{"${'x'.repeat(129)}":1}`)], []).isExact).toBe(false);
  });
});

it('an outline has what is like in features that are alike', () => {
  const properties = readPlain('{"__proto__":1,"n":null,"@ns:com:here:xyz":{"tags":[]},"o":{},"x y":true}');
  const outline = outlineOf(undefined, properties);
  const members = ['number __proto__', 'null n', 'object o', 'boolean x y'];
  expect(readOutline(outline)).toEqual({ geometryType: '', members, isCut: false });
  expect(outlineOf('Point', null)).toBe('Point');
});
