import type { FileChoices, FileFormat } from './file-choices.js';
import type { FileContent } from './file-content.js';
import type { FileItem } from './file-item.js';

/** A file to read. It is on disk, because most formats are not read from their beginning to their end. */
export interface FormatFile {
  readonly path: string;
  /** As its owner names it. */
  readonly name: string;
  readonly sizeInBytes: number;
}

/** Reads files of one format as features. */
export abstract class FeatureFormat {
  abstract readonly name: FileFormat;

  /**
   * What the file has, and how it would be read with these choices.
   * @throws {UnreadableFile} {FormatLimitExceeded} {InvalidInput} for choices that the file does not have.
   */
  abstract inspect(file: FormatFile, choices: FileChoices): Promise<FileContent>;

  /**
   * Its features in the order of the file. What one of them lacks does not keep others from being read.
   * @throws {UnreadableFile} {FormatLimitExceeded} {InvalidInput} as `inspect`, and where the file turns out to be broken
   *   or cut short. What came before that has been given.
   */
  abstract read(file: FormatFile, choices: FileChoices): AsyncIterable<FileItem>;
}
