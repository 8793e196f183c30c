import type { FileChoices, FileFormat } from './file-choices.js';
import type { FileContent } from './file-content.js';

/** A file to read. It is on disk, because most formats are not read from their beginning to their end. */
export interface FormatFile {
  readonly path: string;
  /** As its owner names it. */
  readonly name: string;
  readonly sizeInBytes: number;
}

/** A feature of a file, or why there is none. `at` is its line, row or number in the file, from 1. Plain data. */
export type FileItem =
  { readonly at: number; readonly feature: FileFeature } | { readonly at: number; readonly reason: string };

/** A GeoJSON feature in WGS 84 (RFC 7946). Plain data. */
export interface FileFeature {
  readonly type: 'Feature';
  readonly id?: string;
  readonly geometry: FileGeometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A GeoJSON geometry, whose positions are longitude and latitude in degrees. */
export type FileGeometry =
  | { readonly type: string; readonly coordinates: unknown }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly FileGeometry[] };

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
