import { featureText, type FeatureChunk, type NearFeature } from '@cairn/spaces';

/** How much of the text of a feature comes behind the members of its namespace. */
const CLOSING = '}}}';

/** The features one by one, each with `distance` in its namespace, in metres. */
export async function* nearChunks(
  near: readonly NearFeature[],
): AsyncGenerator<FeatureChunk, void, undefined> {
  for (const { feature, distanceInMeters } of near) {
    const distance = Math.round(distanceInMeters * 1_000) / 1_000;
    const text = `${featureText(feature).slice(0, -CLOSING.length)},"distance":${distance}${CLOSING}`;
    yield { text, count: 1, last: feature.id };
  }
}
