import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faultsOfMap, maps } from './random-maps.spec.kit.js';

it('every one of many maps is valid for MapLibre', () => {
  fc.assert(
    fc.property(maps, (map) => {
      expect(faultsOfMap(map)).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
});
