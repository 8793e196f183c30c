import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The `number` of each feature in a tile, by its `id`. */
export function numbersIn(bytes: Uint8Array): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const layer of Object.values(new VectorTile(new PbfReader(bytes)).layers))
    for (let index = 0; index < layer.length; index += 1) {
      const { id, number } = layer.feature(index).properties;
      if (typeof id === 'string' && typeof number === 'number') numbers.set(id, number);
    }
  return numbers;
}
