import type { FeatureCriteria } from '@cairn/spaces';
import { criteriaMatcher } from '@cairn/spaces/spi';
import { storedFeature } from '../rows/feature-texts.js';
import type { Found } from './candidates.js';
import { TimeSlice } from '../../../sql/time-slice.js';

/** The features that meet the criteria, in batches. */
export async function* accepted(
  batches: AsyncIterable<readonly Found[]>,
  criteria: FeatureCriteria,
): AsyncGenerator<readonly Found[], void> {
  const accepts = criteriaMatcher(criteria);
  const slice = new TimeSlice();
  for await (const batch of batches) {
    if (batch.every(({ isSure }) => isSure)) {
      yield batch;
      continue;
    }
    const features: Found[] = [];
    for (const found of batch) {
      if (found.isSure || accepts({ feature: storedFeature(found) })) features.push(found);
      if (slice.isOver) await slice.next();
    }
    if (features.length > 0) yield features;
  }
}
