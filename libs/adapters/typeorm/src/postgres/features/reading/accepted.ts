import { criteriaMatcher, type FeatureCriteria, type StoredFeature } from '@cairn/spaces';
import type { FoundFeature } from './candidates.js';
import { TimeSlice } from './time-slice.js';

/** The features that meet the criteria, in batches. */
export async function* accepted(
  batches: AsyncIterable<readonly FoundFeature[]>,
  criteria: FeatureCriteria,
): AsyncGenerator<readonly StoredFeature[], void> {
  const accepts = criteriaMatcher(criteria);
  const slice = new TimeSlice();
  for await (const batch of batches) {
    const features: StoredFeature[] = [];
    for (const found of batch) {
      if (found.isSure || accepts(found)) features.push(found.feature);
      if (slice.isOver) await slice.next();
    }
    if (features.length > 0) yield features;
  }
}
