import type { IdGenerator } from '@cairn/kernel';
import {
  copiesOf,
  type FeatureCopy,
  FeatureStreamParser,
  parseDraft,
  type FeatureReader,
  type ParsedDraft,
  type ParsingOptions,
  type ReadingOptions,
  type StreamedChunk,
} from '@cairn/spaces/spi';

const ID_LENGTH = 16;

/** Reads features in the calling thread. */
export class MemoryFeatureReader implements FeatureReader {
  constructor(private readonly ids: IdGenerator) {}

  async *read(
    bytes: AsyncIterable<Uint8Array>,
    options: ReadingOptions,
  ): AsyncGenerator<StreamedChunk, void, undefined> {
    const parser = new FeatureStreamParser(options, () => this.ids.next(ID_LENGTH));
    for await (const chunk of bytes) {
      const parsed = parser.parse(chunk);
      yield parsed;
      if (parsed.broken !== undefined) return;
    }
    yield parser.end();
  }

  async parse(text: string, options: ParsingOptions): Promise<ParsedDraft> {
    return parseDraft(text, { ...options, makeId: () => this.ids.next(ID_LENGTH) });
  }

  async copies(body: string): Promise<readonly FeatureCopy[]> {
    return copiesOf(body);
  }
}
