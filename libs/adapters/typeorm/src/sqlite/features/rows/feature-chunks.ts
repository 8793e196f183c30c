import { FEATURE_SEPARATOR, type FeatureChunk, type FeatureQuery } from '@cairn/spaces';
import { type ContentVersion, MAX_CHUNK_LENGTH } from '@cairn/spaces/spi';

/** Joins the texts of features into chunks of limited length. */
export class FeatureChunks {
  private texts: string[] = [];
  private length = 0;
  private last = '';
  private at: ContentVersion | undefined;

  constructor(private readonly query: Pick<FeatureQuery, 'saysVersion'>) {}

  /** Returns the content again that all features come from. */
  readFrom<Content extends { readonly head: ContentVersion }>(content: Content): Content {
    const { head } = content;
    if (this.query.saysVersion === true) this.at = { content: head.content, version: head.version };
    return content;
  }

  /** Returns the chunk of the features before, if this one does not fit into it. */
  add(id: string, text: string): FeatureChunk | undefined {
    const added = text.length + FEATURE_SEPARATOR.length;
    const full = this.length + added > MAX_CHUNK_LENGTH ? this.take() : undefined;
    this.texts.push(text);
    this.length += added;
    this.last = id;
    return full;
  }

  /** Returns the features that no chunk has yet. */
  take(): FeatureChunk | undefined {
    const { texts, last } = this;
    if (texts.length === 0) return undefined;
    [this.texts, this.length] = [[], 0];
    return { text: texts.join(FEATURE_SEPARATOR), count: texts.length, last, at: this.at };
  }
}
