import { describe, expect, it } from '@jest/globals';
import { meaningOf } from './meaning.ts';

describe('a color of a legend', () => {
  const meaning = (entry: object) => meaningOf(entry, { other: 'Other', lang: 'de' });

  it('means what its category is called, and else its value', () => {
    expect(meaning({ value: 'oak', name: 'Oaks' })).toBe('Oaks');
    expect(meaning({ value: 'oak' })).toBe('oak');
    expect(meaning({ value: false })).toBe('false');
    expect(meaning({ value: 1234.5 })).toBe('1.234,5');
    expect(meaning({ isOther: true })).toBe('Other');
  });

  it('means numbers from and to', () => {
    expect(meaning({ to: 10 })).toBe('< 10');
    expect(meaning({ from: 10, to: 1000 })).toBe('10 – 1.000');
    expect(meaning({ from: 1000 })).toBe('≥ 1.000');
  });
});
