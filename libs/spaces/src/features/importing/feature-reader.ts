import type { FeatureCopy } from '../detail/feature-copies.js';
import type { FeatureLimits } from '../content/feature-limits.js';
import type { DraftOptions, ParsedDraft } from '../content/parse-draft.js';

/** How features are read. Plain data. */
export interface ReadingOptions {
  readonly limits: FeatureLimits;
  /** Whose turn it takes, where holders wait for each other. */
  readonly holder?: string | undefined;
  /** Put in front of every id. */
  readonly prefixId?: string | undefined;
  /** As for `parseDraft`. */
  readonly requiresType?: boolean | undefined;
  /** As for `parseDraft`. */
  readonly detectConflicts?: boolean | undefined;
}

/** How one feature is read. Plain data. */
export type ParsingOptions = Omit<DraftOptions, 'makeId'> & Pick<ReadingOptions, 'holder'>;

/** A feature of a stream, or its faults. Plain data. */
export interface StreamedFeature {
  /** Where it stands among the features, from 0. */
  readonly position: number;
  /** Where its text begins, from the start of the stream. */
  readonly offsetInBytes: number;
  /** Of its text; absent where it is longer than a feature may be, so that not all of it was held. */
  readonly lengthInBytes?: number | undefined;
  readonly parsed: ParsedDraft;
}

/** Where it can no longer be told where features end, or that they are no features, and why. */
export interface BrokenStream {
  readonly offsetInBytes: number;
  /** A phrase: `is cut short`. */
  readonly reason: string;
  /** Whether it is JSON that holds something else. */
  readonly isOfAnotherType?: true | undefined;
  /** With it: whether the coordinates mean other places, so that what came with this is not to be written. */
  readonly isOfAnotherCrs?: true | undefined;
}

/** Some of the features of a stream, in their order. Plain data. */
export interface StreamedChunk {
  readonly features: readonly StreamedFeature[];
  /** Progress in the stream. */
  readonly readBytes: number;
  /** Then nothing comes after this chunk. */
  readonly broken?: BrokenStream | undefined;
}

/**
 * Reads features from bytes, where it does not hold up others: in a thread of its own, if need be. Holders take turns,
 * however much one of them reads.
 */
export abstract class FeatureReader {
  /**
   * The features that `FeatureStreamParser` finds. Bytes are pulled as the features are, but for a few chunks ahead, and
   * no longer once nobody wants more. Rejects as the bytes do. Whoever reads makes the ids of features that have none.
   */
  abstract read(bytes: AsyncIterable<Uint8Array>, options: ReadingOptions): AsyncIterable<StreamedChunk>;

  /** What `parseDraft` makes of the text of one feature, however long it is. */
  abstract parse(text: string, options: ParsingOptions): Promise<ParsedDraft>;

  /**
   * What `copiesOf` makes of the body of a feature, however long it is; `too-dear` where that takes more time or memory
   * than one feature may take.
   */
  abstract copies(body: string): Promise<readonly FeatureCopy[] | 'too-dear'>;
}
