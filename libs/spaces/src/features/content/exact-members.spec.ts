import { describe, expect, it } from '@jest/globals';
import { ExactNumber, numberOf } from '../../json/exact-number.js';
import { memberOf } from '../../json/json.js';
import { copiesOf } from '../detail/feature-copies.js';
import { bodyOf, readFeatures } from './feature-body.js';
import { FEATURE_SEPARATOR } from './stored-feature.js';

const LONG = '9007199254740993';
const coordinates = Array.from({ length: 6_000 }, (_, index) => `[${index / 100},${(index % 7) / 10}]`);
const geometry = `{"type":"LineString","coordinates":[${coordinates.join(',')}]}`;
const body = bodyOf({
  id: 'a',
  foreign: `{"osm":${LONG}}`,
  geometry,
  properties: `{"id":${LONG},"x":[1e400,1.5]}`,
});

describe('whole numbers that a double does not hold', () => {
  it('are exact in features that are read, but in geometries', () => {
    const point = '{"type":"Point","coordinates":[1.00000000000000000001,2]}';
    const texts = [LONG, '5', `-${LONG}.0`].map(
      (number, index) =>
        `{"type":"Feature","id":"${index}","geometry":${point},"properties":{"n":${number}}}`,
    );
    const features = readFeatures(texts.join(FEATURE_SEPARATOR));
    expect(features.map((feature) => memberOf(feature['properties'], 'n'))).toEqual([
      new ExactNumber(LONG),
      5,
      new ExactNumber(`-${LONG}.0`),
    ]);
    expect(features.map((feature) => feature.geometry)).toEqual(
      Array(3).fill({ type: 'Point', coordinates: [1, 2] }),
    );
  });

  it('are exact in all copies of a large feature', () => {
    const copies = copiesOf(body);
    expect(copies.length).toBeGreaterThan(5);
    for (const copy of copies) expect(copy.body.split(LONG)).toHaveLength(3);
  });

  it.each<[string, number | bigint]>([
    [LONG, 9_007_199_254_740_993n],
    [`-${LONG}.000`, -9_007_199_254_740_993n],
    ['1e3', 1000],
    ['0.12345678901234567890', 0.123_456_789_012_345_68],
    ['123456789012345678901234567890', 1.234_567_890_123_456_8e29],
  ])('of %s is the number', (text, number) => {
    expect(numberOf(new ExactNumber(text))).toBe(number);
  });
});
