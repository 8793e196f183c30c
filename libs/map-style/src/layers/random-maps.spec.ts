import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertiesOf } from '../properties/properties-of.js';
import { attributesOf, faultsOfMap, maps } from './random-maps.spec.kit.js';

it('every map is valid for MapLibre', () => {
  fc.assert(
    fc.property(maps, (map) => {
      expect(faultsOfMap(map)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

it('layers read only the properties that a map may give', () => {
  fc.assert(
    fc.property(maps, (map) => {
      for (const layer of map)
        expect(propertiesOf(layer.style)).toEqual(expect.arrayContaining([...attributesOf(layer)]));
    }),
    { numRuns: 100 },
  );
});
