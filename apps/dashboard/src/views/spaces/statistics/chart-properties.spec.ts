import { describe, expect, it } from '@jest/globals';
import { countable, mainFacts, numeric } from './chart-properties.ts';

const fact = (key: string, datatype: string) => ({ key, datatype, count: 1, searchable: true });
const facts = [
  fact('beds', 'number'),
  fact('name', 'string'),
  fact('address', 'object'),
  fact('kind', 'string'),
  fact('open', 'boolean'),
];

describe('the properties of charts', () => {
  it('begin with what divides features into groups, and end with what names them', () =>
    expect(countable(facts)).toEqual(['kind', 'open', 'beds', 'name']));

  it('are there once, with their most frequent type', () =>
    expect(
      mainFacts([fact('a', 'string'), { ...fact('a', 'number'), count: 5 }, fact('b', 'string')]),
    ).toEqual([{ ...fact('a', 'number'), count: 5 }, fact('b', 'string')]));

  it('have ranges where they are numbers', () => expect(numeric(facts)).toEqual(['beds']));
});
