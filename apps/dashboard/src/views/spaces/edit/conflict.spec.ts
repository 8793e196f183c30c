import { describe, expect, it } from '@jest/globals';
import { differencesOf, resolved } from './conflict.ts';
import type { FeatureContent } from './feature-content.ts';

const at = (longitude: number) => ({ type: 'Point', coordinates: [longitude, 47] }) as const;
const base: FeatureContent = { geometry: at(11), properties: { name: 'Hut', beds: 4 }, tags: ['alps'] };

describe('differencesOf', () => {
  it('suggests the side that changed something, and mine where both did', () => {
    const mine = { ...base, geometry: at(12), properties: { name: 'My hut', beds: 4 } };
    const theirs = { ...base, geometry: at(13), properties: { name: 'Hut', beds: 6 } };
    expect(
      differencesOf({ base, mine, theirs }).map(({ kind, name, suggested }) => [kind, name, suggested]),
    ).toEqual([
      ['geometry', '', 'mine'],
      ['property', 'name', 'mine'],
      ['property', 'beds', 'theirs'],
    ]);
  });

  it('finds nothing where both made the same change', () => {
    const both = { ...base, tags: ['hut'] };
    expect(differencesOf({ base, mine: both, theirs: both })).toEqual([]);
  });
});

describe('resolved', () => {
  it('is their version with what is kept of mine, removed properties too', () => {
    const mine = { ...base, geometry: at(12), properties: { name: 'My hut' }, tags: [] };
    const theirs = { ...base, geometry: at(13), properties: { name: 'Hut', beds: 6, open: true } };
    const all = differencesOf({ base, mine, theirs });
    expect(resolved({ mine, theirs }, all)).toStrictEqual(mine);
    expect(resolved({ mine, theirs }, [])).toEqual(theirs);
    const beds = all.filter(({ name }) => name === 'beds');
    expect(resolved({ mine, theirs }, beds).properties).toStrictEqual({ name: 'Hut', open: true });
  });
});
