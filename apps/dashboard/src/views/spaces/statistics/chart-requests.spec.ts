import { expect, it } from '@jest/globals';
import { chartRequests, type Chart } from './chart-requests.ts';

const charts: readonly Chart[] = [
  { member: 'f.geometry.type', query: { groupBy: 'f.geometry.type' } },
  { member: 'p.kind', query: { groupBy: 'p.kind', top: 6 } },
  { member: 'p.size', query: { histogram: 'p.size', bins: 24 } },
];
const datatypes = new Map([['size', 'number']]);

it('charts share a request, but those of members with conditions, which are shown without these', () => {
  const asked = (...conditions: Parameters<typeof chartRequests>[1]['conditions']) =>
    chartRequests(charts, { conditions, datatypes }).map(({ query }) => query);
  expect(asked()).toEqual([
    { groupBy: 'f.geometry.type', histogram: 'p.size', bins: 24 },
    { groupBy: 'p.kind', top: 6 },
  ]);
  const where = { 'p.size': { gte: 5 } };
  expect(asked({ member: 'p.size', comparison: 'gte', values: ['5'] })).toEqual([
    { groupBy: 'f.geometry.type', where },
    { groupBy: 'p.kind', top: 6, where },
    { histogram: 'p.size', bins: 24 },
  ]);
});
