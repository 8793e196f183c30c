import type { Random } from '@cairn/harness';
import type { Batch } from './check-batches.js';

/** The features of a batch, of which one in ten has no geometry. */
export function batchFeatures({ name, size }: Batch, random: Random): readonly object[] {
  return Array.from({ length: size }, (_, index) => ({
    type: 'Feature',
    id: `${name}-${index}`,
    geometry:
      index % 10 === 9
        ? null
        : { type: 'Point', coordinates: [random.below(359) - 179, random.below(181) - 90] },
    properties: { token: name, [index % 2 === 0 ? 'even' : 'odd']: index },
  }));
}
