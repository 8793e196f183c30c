import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from '../../json/exact-number.js';
import { compareTexts } from '@cairn/kernel';
import { searchableMembers } from './indexed-paths.js';
import { termOf, termsOf } from './index-term.js';
import { termRangesOf } from './term-ranges.js';

const V = ['properties', 'v'];

describe('terms', () => {
  it('sort as the values of one type do', () => {
    const numbers = [-Infinity, -1e300, -2, -1.5, -5e-324, 0, 5e-324, 1, 1.5, 2 ** 53, 1e300, Infinity];
    const texts = ['', '\u0001', 'a', 'a\u0001', 'aa', 'b', '\ue000', '\u{10000}', '\u{10ffff}'];
    for (const values of [numbers, texts, [false, true]]) {
      const terms = values.map((value) => termOf(value) ?? '');
      expect([...terms].sort(compareTexts)).toEqual(terms);
      expect(new Set(terms).size).toBe(terms.length);
    }
    expect([termOf(-0), termOf(new ExactNumber('1.50'))]).toEqual([termOf(0), termOf(1.5)]);
    expect([termOf(null), termOf(undefined), termOf([]), termOf({})]).toEqual([
      undefined,
      undefined,
      'o',
      'o',
    ]);
    expect(termOf(`${'\u{1f600}'.repeat(64)}x`)).toBe(`s${'\u{1f600}'.repeat(64)}`);
    const body = '{"type":"Feature","id":"a","geometry":null,"properties":{"v":{"w":1},"@ns:com:here:xyz":{';
    expect(termsOf(body, [V, [...V, 'w'], [...V, 'x']])).toEqual(['o', termOf(1), undefined]);
  });

  it('lie in ranges that do not overlap', () => {
    const ranges = (operator: 'equals' | 'notEquals' | 'atMost', ...values: (string | number | null)[]) =>
      termRangesOf({ kind: 'compare', path: V, operator, values });
    expect(ranges('equals', 'b', 'a', 'a')?.ranges).toEqual([
      ['sa', 'sa\u0001'],
      ['sb', 'sb\u0001'],
    ]);
    expect(ranges('atMost', 'b', 'a')?.ranges).toEqual([['s', 'sb\u0001']]);
    expect(ranges('notEquals', 'a', null)?.ranges).toEqual([
      ['b', 'sa'],
      ['sa\u0001', 't'],
    ]);
    const cut = { ranges: [['b', 't']], isExact: false };
    expect(ranges('notEquals', 'x'.repeat(64))).toEqual(cut);
    expect(ranges('equals', null)).toBeUndefined();
    expect(
      termRangesOf({ kind: 'compare', path: ['id'], operator: 'equals', values: ['a'] }),
    ).toBeUndefined();
  });
});

it('keys of searchable properties lead into properties or start at the feature', () => {
  const given = { 'a.b::string': true, 'a.b': true, 'f.title': true, c: false, 'f.id': true };
  expect(searchableMembers({ searchableProperties: given })).toEqual([
    { key: 'a.b', path: ['properties', 'a', 'b'], isByUse: false },
    { key: 'f.title', path: ['title'], isByUse: false },
  ]);
});
