/** What features are read from. TSV is CSV with tabs, KMZ is KML, and a shapefile comes in a ZIP. */
export const FILE_FORMATS = [
  'geojson',
  'csv',
  'xlsx',
  'gpx',
  'kml',
  'shapefile',
  'geopackage',
  'flatgeobuf',
  'topojson',
] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What features are written as besides GeoJSON and CSV, which need nothing but their texts. */
export const WRITTEN_FORMATS = ['gpx', 'kml', 'geopackage', 'flatgeobuf', 'parquet'] as const;
export type WrittenFormat = (typeof WRITTEN_FORMATS)[number];

/** What the cells of a column become. */
export const COLUMN_TYPES = ['text', 'number', 'boolean', 'json'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** What stands between two cells. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The columns of a table that say where something is. Coordinates are in the reference system of the file. */
export type PlaceColumns =
  | { readonly kind: 'coordinates'; readonly x: string; readonly y: string }
  | { readonly kind: 'pair'; readonly column: string; readonly order: 'lat-lon' | 'lon-lat' }
  | { readonly kind: 'wkt' | 'geojson'; readonly column: string }
  | { readonly kind: 'none' };

/** How a column is read, where that is not as found. */
export interface ColumnChoice {
  /** The name of the property. */
  readonly as?: string | undefined;
  readonly type?: ColumnType | undefined;
  readonly omit?: boolean | undefined;
}

/** What somebody chose where it was found wrongly, or cannot be found. Everything else is as it is found. */
export interface FileChoices {
  readonly format?: FileFormat | undefined;
  /** A label of the Encoding Standard, such as `windows-1252`. */
  readonly encoding?: string | undefined;
  readonly separator?: Separator | undefined;
  /** The decimal separator of numbers. */
  readonly decimal?: '.' | ',' | undefined;
  /** Whether the first row has the names of the columns. */
  readonly header?: boolean | undefined;
  /** A sheet, table or layer of the file. */
  readonly layer?: string | undefined;
  /** The reference system of its coordinates, such as `EPSG:2056`. */
  readonly crs?: string | undefined;
  readonly place?: PlaceColumns | undefined;
  /** The column or property with identifiers; `null` for none. */
  readonly id?: string | null | undefined;
  readonly columns?: Readonly<Record<string, ColumnChoice>> | undefined;
}
