import { describe, expect, it } from '@jest/globals';
import { conditionsOf, conditionsText } from './conditions.ts';
import { isPickedEntry, withEntry } from './legend-conditions.ts';

describe('an entry of a legend', () => {
  const picked = (text: string, property: string, entry: object): string =>
    conditionsText(withEntry(conditionsOf(text), property, entry));

  it('toggles the value of a category, beside other conditions', () => {
    const hut = picked('p.size gt 1', 'kind', { value: 'hut' });
    expect(hut).toBe('p.size gt 1,p.kind eq hut');
    expect(picked(hut, 'kind', { value: true })).toBe('p.size gt 1,p.kind eq hut true');
    expect(picked(hut, 'kind', { value: 'hut' })).toBe('p.size gt 1');
    expect(isPickedEntry(conditionsOf(hut), 'kind', { value: 'hut' })).toBe(true);
    expect(isPickedEntry(conditionsOf(hut), 'kind', { value: 'peak' })).toBe(false);
  });

  it('toggles the range of a class, in the place of another one', () => {
    const first = picked('', 'size', { to: 10 });
    expect(first).toBe('p.size lt 10');
    expect(isPickedEntry(conditionsOf(first), 'size', { to: 10 })).toBe(true);
    expect(isPickedEntry(conditionsOf(first), 'size', { from: 10, to: 20 })).toBe(false);
    const middle = picked(first, 'size', { from: 10, to: 20 });
    expect(middle).toBe('p.size range 10 20');
    expect(picked(middle, 'size', { from: 10, to: 20 })).toBe('');
    expect(picked(middle, 'size', { from: 20 })).toBe('p.size gte 20');
  });
});
