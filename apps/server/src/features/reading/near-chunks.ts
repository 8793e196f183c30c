import { featureText, withKnown, type FeatureChunk, type NearFeature } from '@cairn/spaces';

/** The features one by one, each with `distance` in its namespace, in metres. */
export async function* nearChunks(
  near: readonly NearFeature[],
): AsyncGenerator<FeatureChunk, void, undefined> {
  for (const { feature, distanceInMeters } of near) {
    const distance = Math.round(distanceInMeters * 1_000) / 1_000;
    yield { text: withKnown(featureText(feature), { distance }), count: 1, last: feature.id };
  }
}
