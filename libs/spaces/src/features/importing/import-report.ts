import type { BrokenStream } from './feature-reader.js';

/** The most failures that the report of an import lists. */
export const MAX_LISTED_FAILURES = 100;

/** Why a feature was not imported. */
export interface ImportFailure {
  /** Its index among the features of the stream, from 0. */
  readonly position: number;
  /** Where its text begins, from the start of the stream. */
  readonly offsetInBytes: number;
  /** Length of its text. Absent if it is longer than a feature may be. */
  readonly lengthInBytes?: number | undefined;
  /** The id, if it could be read. */
  readonly id?: string | undefined;
  /** JSON Pointer (RFC 6901) that starts at the feature. */
  readonly pointer: string;
  readonly code: string;
  /** What is wrong, as a sentence. */
  readonly detail: string;
}

/** What has been imported so far; everything that it counts is stored. */
export interface ImportProgress {
  /** Features read, failed ones included: the position of the next one. */
  readonly read: number;
  readonly readBytes: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Stored already with the same content. */
  readonly unchanged: number;
  /** Written in place of an earlier feature with the same id; counted only here. */
  readonly merged: number;
  /** Features whose id got a number; also counted as inserted or updated. */
  readonly numbered: number;
  readonly failed: number;
  /** The version of the space. Each chunk that changed something took one version. */
  readonly version: number;
  /** The version of the first chunk that changed something. */
  readonly firstVersion?: number | undefined;
  /** Chunks that were stored. */
  readonly chunks: number;
}

/** The end of an import. Only a `complete` one has read the whole stream. */
export type ImportEnd =
  | { readonly kind: 'complete' | 'cancelled' }
  | ({ readonly kind: 'broken' } & BrokenStream)
  /** A feature repeated an earlier id, and the import was set to stop. */
  | { readonly kind: 'repeated-id'; readonly position: number; readonly id: string }
  /** The bytes, or the store, failed. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** The result of an import. */
export interface ImportReport extends ImportProgress {
  readonly end: ImportEnd;
  /** The first failures, up to `MAX_LISTED_FAILURES`; `failed` counts all. */
  readonly failures: readonly ImportFailure[];
}
