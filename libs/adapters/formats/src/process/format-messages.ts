import type { Fault } from '@cairn/kernel';
import type { FileChoices, FileContent, FormatFile, WrittenFormat } from '@cairn/spaces';
import type { FileFault } from '@cairn/spaces/spi';

/** What the program is to do: a line that it is sent. */
export type FormatJob = ReadingJob | WritingJob;

/** The answer is a `FormatMessage` on each line. After the last one, the program may be told to read the file again. */
export interface ReadingJob {
  readonly kind: 'inspect' | 'read';
  readonly file: FormatFile;
  readonly choices: FileChoices;
}

/** Features follow it, one on each line. The program ends without an error once the file is in its folder. */
export interface WritingJob {
  readonly kind: 'write';
  readonly format: WrittenFormat;
  /** Names what the file holds. */
  readonly title: string;
  /** For the file, and what has to be kept meanwhile. */
  readonly folder: string;
}

/** With this code the program ends if it has no space for the file. */
export const FULL_DISK = 28;

/** A line of JSON that the program gives. */
export type FormatMessage =
  | { readonly kind: 'content'; readonly content: FileContent }
  /** The lines of features follow it, `sizeInBytes` long. */
  | {
      readonly kind: 'chunk';
      readonly places: readonly number[];
      readonly faults: readonly FileFault[];
      readonly sizeInBytes: number;
    }
  /** There is no more. */
  | ({ readonly kind: 'end' } & Readiness)
  | ({ readonly kind: 'failure'; readonly failure: FormatFailure } & Readiness);

interface Readiness {
  /** Whether the program has memory enough to read its file again. */
  readonly goesOn: boolean;
}

/** An error with its facts. */
export type FormatFailure =
  | { readonly code: 'unreadable-file'; readonly reason: string }
  | { readonly code: 'format-limit-exceeded'; readonly what: string; readonly limit: number }
  | { readonly code: 'unknown-crs'; readonly given?: string | undefined }
  | {
      readonly code: 'invalid-input';
      readonly faults: readonly Fault[];
    }
  /** Of the system, such as a full disk. */
  | { readonly code: 'internal'; readonly message: string };
