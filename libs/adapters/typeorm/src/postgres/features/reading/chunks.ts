import {
  FEATURE_SEPARATOR,
  featureText,
  MAX_CHUNK_LENGTH,
  type FeatureChunk,
  type StoredFeature,
} from '@cairn/spaces';

/** Features of a stream as chunks, up to a limit. */
export async function* chunks(
  batches: AsyncIterable<readonly StoredFeature[]>,
  limit = Infinity,
): AsyncGenerator<FeatureChunk, void> {
  let left = limit;
  let chunk = new Chunk();
  if (left <= 0) return;
  for await (const batch of batches) {
    for (const feature of batch.slice(0, left)) {
      const text = featureText(feature);
      if (!chunk.hasRoomFor(text)) {
        yield chunk.end();
        chunk = new Chunk();
      }
      chunk.add(text, feature.id);
    }
    left -= batch.length;
    if (left <= 0) break;
  }
  if (!chunk.isEmpty) yield chunk.end();
}

class Chunk {
  private readonly texts: string[] = [];
  private length = 0;
  private last = '';

  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  hasRoomFor(text: string): boolean {
    return this.isEmpty || this.length + FEATURE_SEPARATOR.length + text.length <= MAX_CHUNK_LENGTH;
  }

  add(text: string, id: string): void {
    this.length += text.length + (this.isEmpty ? 0 : FEATURE_SEPARATOR.length);
    this.texts.push(text);
    this.last = id;
  }

  end(): FeatureChunk {
    return { text: this.texts.join(FEATURE_SEPARATOR), count: this.texts.length, last: this.last };
  }
}
