import type { FeatureCopy } from '../detail/feature-copies.js';
import type { FeatureLimits } from '../content/feature-limits.js';
import type { DraftOptions, ParsedDraft } from '../content/parse-draft.js';

/** How features are read. Plain data. */
export interface ReadingOptions {
  readonly limits: FeatureLimits;
  /** Name by which holders take turns when they wait for each other. */
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
  /** Its index among the features, from 0. */
  readonly position: number;
  /** Where its text begins, from the start of the stream. */
  readonly offsetInBytes: number;
  /** Length of its text. Absent if it is longer than a feature may be, because not all of it was held. */
  readonly lengthInBytes?: number | undefined;
  readonly parsed: ParsedDraft;
}

/** Where, and why, the ends of features can no longer be found, or the content is not features. */
export interface BrokenStream {
  readonly offsetInBytes: number;
  /** A phrase: `is cut short`. */
  readonly reason: string;
  /** Whether it is JSON of another kind. */
  readonly isOfAnotherType?: true | undefined;
  /**
   * With `isOfAnotherType`: whether the coordinates are in another reference system, so that nothing that came with
   * this must be written.
   */
  readonly isOfAnotherCrs?: true | undefined;
}

/** Some of the features of a stream, in their order. Plain data. */
export interface StreamedChunk {
  readonly features: readonly StreamedFeature[];
  /** Progress in the stream. */
  readonly readBytes: number;
  /** If set, nothing comes after this chunk. */
  readonly broken?: BrokenStream | undefined;
}

/**
 * Reads features from bytes without blocking others, in a thread of its own if need be. Holders take turns, however
 * much one of them reads.
 */
export abstract class FeatureReader {
  /**
   * The features that `FeatureStreamParser` finds. Pulls bytes as features are consumed, a few chunks ahead, and stops
   * once nobody wants more. Rejects if the bytes reject. The caller makes the ids of features that have none.
   */
  abstract read(bytes: AsyncIterable<Uint8Array>, options: ReadingOptions): AsyncIterable<StreamedChunk>;

  /** The result of `parseDraft` for the text of one feature, however long it is. */
  abstract parse(text: string, options: ParsingOptions): Promise<ParsedDraft>;

  /**
   * The result of `copiesOf` for the body of a feature, however long it is; `too-dear` if that takes more time or
   * memory than one feature may take.
   */
  abstract copies(body: string): Promise<readonly FeatureCopy[] | 'too-dear'>;
}
