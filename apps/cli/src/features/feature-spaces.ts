import type { FileImportReport, FileMapping, FilePreview, ReadFormatWord } from '@cairn/api-schema';
import type { ExportFormat } from './export-options.js';

/** A file of data on this machine. */
export interface DataFile {
  readonly path: string;
  readonly name: string;
  readonly sizeInBytes: number;
}

/** How a file is read, where that is not as found. */
export interface FileReading {
  readonly format: ReadFormatWord | undefined;
  readonly mapping: FileMapping;
  readonly signal: AbortSignal;
}

/** How far an import is. */
export interface FileProgress {
  readonly phase: 'Sending' | 'Storing';
  /** Bytes while it is sent, features while they are stored. */
  readonly done: number;
  readonly total: number;
}

/** How a file is imported. */
export interface FileImporting extends FileReading {
  /** What happens to a file that turns out to be broken. `keep`: what comes before is stored. */
  readonly broken: 'refuse' | 'keep';
  readonly isDryRun: boolean;
  readonly onProgress: (progress: FileProgress) => void;
}

/** What is written into a file. */
export interface SpaceExport {
  readonly format: ExportFormat;
  /** The properties that are taken; all where absent. */
  readonly fields: readonly string[] | undefined;
}

/** Spaces that files of data go into and come out of: of a running server, or in the stores themselves. */
export interface FeatureSpaces {
  preview(spaceId: string, file: DataFile, reading: FileReading): Promise<FilePreview>;
  /** Rejects if nothing is stored; otherwise the report says how it ended. */
  importFile(spaceId: string, file: DataFile, importing: FileImporting): Promise<FileImportReport>;
  /** Its bytes, or parts of its text. */
  exportFile(spaceId: string, wanted: SpaceExport): Promise<AsyncIterable<Uint8Array | string>>;
  /** Makes a space, and gives its id. */
  create(title: string): Promise<string>;
  remove(spaceId: string): Promise<void>;
}
