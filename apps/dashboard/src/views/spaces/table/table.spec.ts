import { describe, expect, it } from '@jest/globals';
import { cellText, kindOfCell, typedCell } from './cell-value.ts';
import { allColumns, columnsText, moved, nextOrder, orderOf, shownColumns } from './columns.ts';
import { topFor, windowOf } from './row-window.ts';

const fact = (key: string, datatype: string) => ({ key, datatype, count: 1, searchable: true });
const facts = [fact('name', 'string'), fact('a b', 'number'), fact('since', 'string')];
const sample = [
  { properties: { name: '2024', since: '2024-05-01' } },
  { properties: { name: 'x', since: '2024-05-01T10:00:00Z' } },
  { properties: {} },
];

describe('columns', () => {
  const all = allColumns(facts, sample);

  it('have the type of the statistics, and are dates if all of a sample are', () =>
    expect(all).toEqual([
      { name: 'name', kind: 'text' },
      { name: 'a b', kind: 'number' },
      { name: 'since', kind: 'date' },
    ]));

  it('are chosen and put in order in the address', () => {
    const other = moved(all, 'a b', -1).slice(0, 2);
    expect(columnsText(all, other)).toBe('a%20b name');
    expect(shownColumns(all, 'a%20b gone name')).toEqual(other);
    expect([columnsText(all, all), shownColumns(all, 'gone')]).toEqual(['', all]);
    expect(moved(all, 'name', -1)).toBe(all);
  });

  it('are sorted up, down and not at all', () => {
    expect(nextOrder(undefined, 'p.a:b')).toBe('p.a:b:asc');
    expect(orderOf('p.a:b:asc')).toEqual({ member: 'p.a:b', direction: 'asc' });
    expect(nextOrder(orderOf('p.a:b:asc'), 'p.a:b')).toBe('p.a:b:desc');
    expect([nextOrder(orderOf('p.a:desc'), 'p.a'), orderOf('p.a')]).toEqual(['', undefined]);
  });
});

describe('rows', () => {
  it('are drawn where they are visible, with some above and below', () => {
    const at = (top: number) => windowOf({ count: 1_000, rowHeight: 10, top, height: 100 });
    expect(at(0)).toEqual({ start: 0, end: 18 });
    expect(at(5_005)).toEqual({ start: 492, end: 519 });
    expect(windowOf({ count: 3, rowHeight: 10, top: 900, height: 100 })).toEqual({ start: 3, end: 3 });
  });

  it('come into view by the shortest way', () => {
    const shown = { rowHeight: 10, top: 50, height: 100 };
    expect([topFor(2, shown), topFor(7, shown), topFor(20, shown)]).toEqual([20, 50, 110]);
  });
});

describe('a cell', () => {
  it('keeps its type, and takes that of its column if it is empty', () => {
    expect([kindOfCell(1, 'text'), kindOfCell('1', 'number'), kindOfCell(null, 'number')]).toEqual([
      'number',
      'text',
      'number',
    ]);
    expect([typedCell('1,5', 'number'), typedCell('1.5', 'text'), typedCell(' ', 'number')]).toEqual([
      { value: 1.5 },
      { value: '1.5' },
      { value: null },
    ]);
    expect([typedCell('many', 'number'), typedCell('true', 'boolean')]).toEqual([
      { fault: 'number' },
      { value: true },
    ]);
  });

  it('is typed as it is shown', () => {
    for (const value of [0.1, -3, 1e21, 5e-324, 12_345.678])
      for (const language of ['en', 'de'])
        expect(typedCell(cellText(value, language), 'number')).toEqual({ value });
    expect(cellText(1.5, 'de')).toBe('1,5');
  });
});
