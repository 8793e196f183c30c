import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import { MAX_CHUNK_LENGTH } from '@cairn/spaces/spi';

/** Joins the texts of features to chunks that are not too long. */
export class FeatureChunks {
  private texts: string[] = [];
  private length = 0;
  private last = '';

  /** Gives the chunk of those before, where the feature has no room in it. */
  add(id: string, text: string): FeatureChunk | undefined {
    const added = text.length + FEATURE_SEPARATOR.length;
    const full = this.length + added > MAX_CHUNK_LENGTH ? this.take() : undefined;
    this.texts.push(text);
    this.length += added;
    this.last = id;
    return full;
  }

  /** What has not been given yet. */
  take(): FeatureChunk | undefined {
    const { texts, last } = this;
    if (texts.length === 0) return undefined;
    [this.texts, this.length] = [[], 0];
    return { text: texts.join(FEATURE_SEPARATOR), count: texts.length, last };
  }
}
