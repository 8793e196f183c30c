import { describe, expect, it } from '@jest/globals';
import {
  conditionsOf,
  conditionsText,
  filtersOf,
  pickedValues,
  rangeOf,
  withCondition,
  withRange,
  withToggled,
  type Condition,
} from './conditions.ts';

const types = new Map([
  ['size', 'number'],
  ['open', 'boolean'],
  ['name', 'string'],
]);
const condition = (
  member: Condition['member'],
  comparison: Condition['comparison'],
  ...values: string[]
) => ({
  member,
  comparison,
  values,
});

describe('conditions', () => {
  it('stay the same in the address, whatever they contain', () => {
    const conditions = [
      condition('p.a, b', 'eq', 'x y', ',', '', '100 %'),
      condition('p.size', 'between', '1', '2,5'),
      condition('p.name', 'empty'),
    ];
    expect(conditionsOf(conditionsText(conditions))).toEqual(conditions);
    expect(conditionsOf('p.a between 1,p.b none,q eq 1,p.c filled,%,p.d eq')).toEqual([
      condition('p.c', 'filled'),
    ]);
  });

  it('compare numbers and booleans as such, also with a decimal comma', () => {
    const conditions = [
      condition('p.size', 'between', '1', '2,5'),
      condition('p.open', 'eq', 'true', 'false'),
      condition('p.name', 'includes', '7'),
      condition('p.name', 'filled'),
      condition('f.geometry.type', 'eq', 'point'),
    ];
    expect(filtersOf(conditions, types)).toEqual({
      where: {
        'p.size': { gte: 1, lte: 2.5 },
        'p.open': { eq: [true, false] },
        'p.name': { includes: '7', not: [null, ''] },
        'f.geometry.type': { eq: 'point' },
      },
    });
    expect(filtersOf([], types)).toEqual({});
  });

  it('take the place of those that they would contradict', () => {
    const [between, text] = [condition('p.size', 'between', '1', '2'), condition('p.name', 'includes', 'a')];
    const [atLeast, above] = [condition('p.size', 'gte', '5'), condition('p.size', 'gt', '0')];
    expect(withCondition([between, text], atLeast)).toEqual([text, atLeast]);
    expect(withCondition([text, atLeast], above)).toEqual([text, atLeast, above]);
    expect(withRange([above, text, atLeast], 'p.size', { from: '1', below: '3' })).toEqual([
      text,
      condition('p.size', 'range', '1', '3'),
    ]);
    expect(withRange([above], 'p.size', { below: '3' })).toEqual([condition('p.size', 'lt', '3')]);
    expect(withRange([above, text], 'p.size', {})).toEqual([text]);
  });

  it('have one range of a member, and the values that it may have', () => {
    expect(rangeOf([condition('p.size', 'range', '1', '3')], 'p.size')).toEqual({ from: '1', below: '3' });
    expect(rangeOf([condition('p.size', 'lte', '3')], 'p.size')).toEqual({ from: undefined, below: '3' });
    expect(rangeOf([condition('p.size', 'gt', '3')], 'p.name')).toEqual({});
    const one = withToggled([], 'p.name', 'a');
    const two = withToggled(one, 'p.name', 'b');
    expect(pickedValues(two, 'p.name')).toEqual(['a', 'b']);
    expect(withToggled(withToggled(two, 'p.name', 'a'), 'p.name', 'b')).toEqual([]);
  });
});
