import { describe, expect, it } from '@jest/globals';
import { patchBetween } from './merge-patch.ts';
import { textOf, valueOf } from './property-text.ts';

describe('patchBetween', () => {
  it('has what is different, also inside of objects, and null for what is gone', () => {
    const before = {
      name: 'Hut',
      beds: 4,
      open: true,
      address: { city: 'A', zip: 1, floor: 2 },
      list: [1, 2],
    };
    const after = { name: 'Hut', beds: 5, address: { city: 'B', zip: 1 }, list: [2], new: { a: 1 } };
    expect(patchBetween(before, after)).toEqual({
      open: null,
      beds: 5,
      address: { floor: null, city: 'B' },
      list: [2],
      new: { a: 1 },
    });
    expect(patchBetween(before, before)).toEqual({});
  });
});

describe('values as text', () => {
  it.each([
    'Hut',
    '42',
    'true',
    '',
    ' 7',
    '"quoted"',
    '{"a":',
    42,
    -1.5,
    true,
    null,
    [1, 'a'],
    { a: { b: 'c' } },
  ])('reads %j back', (value) => expect(valueOf(textOf(value))).toEqual(value));
});
