import type { Cancellation } from '../features/feature-store.js';
import type { FormatFile } from './feature-format.js';
import type { FileChoices, WrittenFormat } from './file-choices.js';
import type { FileContent } from './file-content.js';

/** Some of the features of a file, in their order. */
export interface FileChunk {
  /** GeoJSON features in UTF-8, each with a line feed behind it. */
  readonly lines: Uint8Array;
  /** Where each of them is in the file: its line, row or number, from 1. */
  readonly places: readonly number[];
  readonly faults: readonly FileFault[];
}

/** Why there is no feature at a place of the file. */
export interface FileFault {
  readonly at: number;
  readonly reason: string;
}

/** How a file is read. */
export interface FileReading {
  readonly choices: FileChoices;
  /** Name by which holders take turns. */
  readonly holder?: string | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** How a file is written. */
export interface FileWriting extends Pick<FileReading, 'holder' | 'cancellation'> {
  readonly format: WrittenFormat;
  /** Names what the file holds. */
  readonly title: string;
}

/** A file that was received. */
export interface ReceivedFile extends FormatFile {
  /** Removes it. */
  discard(): Promise<void>;
}

/**
 * Reads files of every format. A file may crash what reads it, or take all the time and memory that there is: that must not
 * reach the caller.
 */
export abstract class FeatureFiles {
  /** Keeps bytes until they are discarded, or the process ends. @throws {FormatLimitExceeded} {StorageFull} and what the bytes throw. */
  abstract receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;

  /** What the file has. @throws {UnreadableFile} {FormatLimitExceeded} {UnknownCrs} {InvalidInput} */
  abstract inspect(file: FormatFile, reading: FileReading): Promise<FileContent>;

  /**
   * Its features. Pulls as they are consumed, and stops once nobody wants more.
   * @throws {UnreadableFile} {FormatLimitExceeded} {UnknownCrs} {InvalidInput} also after some features.
   */
  abstract read(file: FormatFile, reading: FileReading): AsyncIterable<FileChunk>;

  /**
   * Writes features as a file. Each text is one or more features in GeoJSON, with a line feed behind each. Pulls them as its bytes are consumed, and some formats pull all of them first.
   * @throws {StorageFull} and what the features throw.
   */
  abstract write(features: AsyncIterable<string>, writing: FileWriting): AsyncIterable<Uint8Array>;
}
