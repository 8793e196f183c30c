import type { LayerFilterRecord } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import type { Condition } from '../../spaces/filter/conditions.ts';
import { conditionsIn, filterOf, whereOf } from './layer-conditions.ts';

const types = new Map([
  ['beds', 'number'],
  ['open', 'boolean'],
]);
const condition = (name: string, comparison: Condition['comparison'], ...values: string[]): Condition => ({
  member: `p.${name}`,
  comparison,
  values,
});

describe('the filter of a layer', () => {
  it('is made of the conditions of the table, and says them again', () => {
    const conditions = [
      condition('beds', 'between', '1', '20.5'),
      condition('beds', 'not', '7'),
      condition('open', 'eq', 'true'),
      condition('name', 'includes', 'hut'),
      condition('kind', 'eq', 'a', 'b'),
      condition('note', 'empty'),
      condition('photo', 'filled'),
      condition('height', 'range', '1', '2'),
    ];
    expect(conditionsIn(filterOf(conditions, types))).toEqual(conditions);
    expect(filterOf(conditions.slice(2, 3), types)).toEqual({
      kind: 'compare',
      path: ['properties', 'open'],
      operator: 'equals',
      values: [true],
    });
    expect([filterOf([], types), conditionsIn(undefined)]).toEqual([undefined, []]);
  });

  it('asks for the same tiles as the conditions', () => {
    const conditions = [condition('beds', 'between', '1', '20.5'), condition('note', 'empty')];
    expect(whereOf(filterOf(conditions, types))).toEqual({
      'p.beds': { gte: [1], lte: [20.5] },
      'p.note': { eq: [null, ''] },
    });
    expect(whereOf(undefined)).toEqual({});
  });

  it('is not said by conditions where it is more than all of them together', () => {
    const one: LayerFilterRecord = {
      kind: 'compare',
      path: ['properties', 'a'],
      operator: 'equals',
      values: [1],
    };
    const others: readonly LayerFilterRecord[] = [
      { kind: 'or', filters: [one, one] },
      { kind: 'not', filter: one },
      { kind: 'and', filters: [one, { kind: 'or', filters: [one] }] },
      { kind: 'contain', path: ['tags'], values: ['a'] },
      { ...one, path: ['properties', 'a', 'b'] },
    ];
    for (const other of others) expect([conditionsIn(other), whereOf(other)]).toEqual([undefined, undefined]);
    expect(conditionsIn({ ...one, values: [null] })).toBeUndefined();
    expect(whereOf({ kind: 'and', filters: [one, one] })).toBeUndefined();
    expect(whereOf({ ...one, path: ['properties', 'a.b'] })).toBeUndefined();
  });
});
