import { parse } from 'node:querystring';
import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { conditionsIn, parseConditions } from './number-conditions.js';

const conditionsOf = (query: string): unknown => parseConditions(conditionsIn(parse(query), 'at'));

describe('conditions to a number in a query', () => {
  it.each([
    ['at=5', [['=', 5]]],
    ['at=5,6', [['=', 5, 6]]],
    ['at!=5', [['!=', 5]]],
    ['at>5', [['>', 5]]],
    ['at>5=', [['>', 5]]],
    ['at>=5', [['>=', 5]]],
    ['at=gt=5', [['>', 5]]],
    ['at=gte=5', [['>=', 5]]],
    ['at%3Dgte=5', [['>=', 5]]],
    ['at<5', [['<', 5]]],
    ['at%3C=-5', [['<=', -5]]],
    ['AT=lte=5', [['<=', 5]]],
    [
      'at>=1&at<9&other=5',
      [
        ['>=', 1],
        ['<', 9],
      ],
    ],
    [
      'at=1&at=2',
      [
        ['=', 1],
        ['=', 2],
      ],
    ],
  ] as const)('%s', (query, expected) => {
    const conditions = expected.map(([operator, ...values]) => ({ operator, values }));
    expect(conditionsOf(query)).toEqual(conditions);
    const again = new URLSearchParams({ at: conditionsIn(parse(query), 'at') ?? '' });
    expect(conditionsOf(again.toString())).toEqual(conditions);
  });

  it.each(['', 'atlas=5', 'other>5'])('%j has none', (query) => {
    expect(conditionsOf(query)).toBeUndefined();
  });

  it.each([
    'at=',
    'at',
    'at=5&at=',
    'at=x',
    'at>',
    'at>=',
    'at=5.5',
    'at=1,',
    'at@>5',
    'at=99999999999999999',
  ])('%s is refused', (query) => {
    expect(() => conditionsOf(query)).toThrow(InvalidInput);
  });
});
