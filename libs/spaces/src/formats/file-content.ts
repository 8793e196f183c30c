import type { FileItem } from './file-item.js';
import type { ColumnType, FileFormat, PlaceColumns, Separator } from './file-choices.js';

/** A reference system of coordinates. */
export interface FileCrs {
  /** Such as `EPSG:2056`. */
  readonly code: string;
  readonly name: string;
  /** How far its coordinates may be off after they were changed to WGS 84, where that is more than 0.1 m. */
  readonly accuracyInMeters?: number | undefined;
}

/** A column of a table, or a property of features. */
export interface FileColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The name of the property. */
  readonly as: string;
  readonly omit: boolean;
}

/** A sheet, table or layer. */
export interface FileLayer {
  readonly name: string;
  /** Absent where counting needs reading. */
  readonly count?: number | undefined;
}

/** What a file has, and how it is read. Plain data. */
export interface FileContent {
  readonly format: FileFormat;
  /** Absent if it has to be chosen: the file does not say it, and its coordinates are not degrees. */
  readonly crs?: FileCrs | undefined;
  /** Of its texts; absent for formats that have only one. */
  readonly encoding?: string | undefined;
  readonly separator?: Separator | undefined;
  readonly decimal?: '.' | ',' | undefined;
  readonly header?: boolean | undefined;
  /** Those that can be chosen, and the chosen one. */
  readonly layers?: readonly FileLayer[] | undefined;
  readonly layer?: string | undefined;
  readonly columns: readonly FileColumn[];
  readonly place?: PlaceColumns | undefined;
  readonly id?: string | undefined;
  /** Features, where that is known without reading all of it. */
  readonly count?: number | undefined;
  /** The first ones as they would be imported, and what is wrong with others among them. */
  readonly sample: readonly FileItem[];
}

/** The maximum number of items of a sample. */
export const MAX_SAMPLE = 10;
