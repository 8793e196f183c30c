import type { StreamedChunk, StreamedFeature } from './feature-reader.js';

/** So many features, or so long texts in UTF-16 code units, are written in one transaction, to take 50 ms or less. */
const MAX_FEATURES = 1_000;
const MAX_LENGTH = 1_048_576;
/** To write so many indexes takes as long as the feature itself. */
const INDEXES_LIKE_A_FEATURE = 3;

/**
 * What is read, in chunks that are written in one transaction each, smaller ones where there are indexes to write too.
 * Only the last one may be `broken`.
 */
export async function* importChunks(
  chunks: AsyncIterable<StreamedChunk>,
  indexes = 0,
): AsyncGenerator<StreamedChunk, void, undefined> {
  const share = 1 + indexes / INDEXES_LIKE_A_FEATURE;
  const [maxFeatures, maxLength] = [Math.ceil(MAX_FEATURES / share), MAX_LENGTH / share];
  let [features, length, readBytes]: [StreamedFeature[], number, number] = [[], 0, 0];
  for await (const chunk of chunks) {
    readBytes = chunk.readBytes;
    for (const feature of chunk.features) {
      features.push(feature);
      length += lengthOf(feature);
      if (features.length < maxFeatures && length < maxLength) continue;
      yield { features, readBytes };
      [features, length] = [[], 0];
    }
    if (chunk.broken !== undefined) {
      yield { features, readBytes, broken: chunk.broken };
      return;
    }
  }
  if (features.length > 0) yield { features, readBytes };
}

function lengthOf({ parsed: { draft } }: StreamedFeature): number {
  if (draft === undefined) return 0;
  return (draft.geometry?.length ?? 0) + (draft.properties?.length ?? 0) + draft.foreign.length;
}
