import { MAX_CHUNK_LENGTH, type FeatureChunk } from './feature-store.js';
import { FEATURE_SEPARATOR } from './content/stored-feature.js';
import type { ContentVersion } from './writing/content-head.js';

/** Joins the texts of features into chunks of limited length. */
export class FeatureChunks {
  private texts: string[] = [];
  private length = 0;
  private last = '';

  /** What the query says of its version, if that is asked for. */
  constructor(private readonly at?: ContentVersion) {}

  /** Returns the chunk of the features before, if this one does not fit into it. */
  add(id: string, text: string): FeatureChunk | undefined {
    const added = text.length + (this.texts.length === 0 ? 0 : FEATURE_SEPARATOR.length);
    const isFull = this.texts.length > 0 && this.length + added > MAX_CHUNK_LENGTH;
    const full = isFull ? this.take() : undefined;
    this.length += isFull ? text.length : added;
    this.texts.push(text);
    this.last = id;
    return full;
  }

  /** The features that no chunk has yet, as the last chunk; `undefined` if there are none. */
  end(): FeatureChunk | undefined {
    return this.texts.length === 0 ? undefined : { ...this.take(), isLast: true };
  }

  private take(): FeatureChunk {
    const { texts, last, at } = this;
    [this.texts, this.length] = [[], 0];
    return { text: texts.join(FEATURE_SEPARATOR), count: texts.length, last, at };
  }
}
