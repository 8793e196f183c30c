import type { FileChoices, FormatFile, WrittenFormat } from '@cairn/spaces';

/** What the program is to do: the first line that it is sent. */
export type FormatJob = ReadingJob | WritingJob;

/** Nothing follows it. The answer is lines. */
export interface ReadingJob {
  readonly kind: 'inspect' | 'read';
  readonly file: FormatFile;
  readonly choices: FileChoices;
}

/** Features follow it, one on each line. The answer is the bytes of the file. */
export interface WritingJob {
  readonly kind: 'write';
  readonly format: WrittenFormat;
  /** Names what the file holds. */
  readonly title: string;
  /** A folder for what has to be kept meanwhile. It is removed afterwards. */
  readonly folder: string;
}

/** The first byte of each line of its output. */
export const LINE = {
  /** The place of a feature, a tab, and its JSON. */
  feature: 'F',
  /** The place of a fault, a tab, and its reason as JSON. */
  fault: 'X',
  /** A `FileContent`. */
  content: 'C',
  /** A `FormatFailure`. */
  failure: 'E',
  /** There is no more. */
  end: 'D',
} as const;

/** An error with its facts. */
export type FormatFailure =
  | { readonly code: 'unreadable-file'; readonly reason: string }
  | { readonly code: 'format-limit-exceeded'; readonly what: string; readonly limit: number }
  | { readonly code: 'unknown-crs'; readonly given?: string | undefined }
  | {
      readonly code: 'invalid-input';
      readonly faults: readonly { readonly code: string; readonly detail: string }[];
    };
