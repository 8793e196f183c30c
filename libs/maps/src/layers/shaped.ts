import type { FeatureChunk } from '@cairn/spaces';
import type { LayerShaper } from './layer-queries.js';

/** The chunks with the texts of their features as they are shown. */
export async function* shaped(
  chunks: AsyncIterable<FeatureChunk>,
  shape: ReturnType<LayerShaper>,
): AsyncGenerator<FeatureChunk, void, undefined> {
  for await (const { text, count, last, isLast } of chunks)
    yield { text: await shape(text), count, last, isLast };
}
