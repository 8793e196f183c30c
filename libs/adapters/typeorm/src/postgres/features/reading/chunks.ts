import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import { MAX_CHUNK_LENGTH } from '@cairn/spaces/spi';
import type { TextFeature } from '../rows/feature-texts.js';

/** Features of a stream as chunks, up to a limit. */
export async function* chunks(
  batches: AsyncIterable<readonly TextFeature[]>,
  limit = Infinity,
): AsyncGenerator<FeatureChunk, void> {
  let left = limit;
  let chunk = new Chunk();
  if (left <= 0) return;
  for await (const batch of batches) {
    for (const { id, text } of batch.slice(0, left)) {
      if (!chunk.hasRoomFor(text)) {
        yield chunk.end();
        chunk = new Chunk();
      }
      chunk.add(text, id);
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
