/** Texts for the features of a space that a filter selects, as table, map and file. */
export const selection = {
  address: 'This view',
  all: (count: number, text: string) => (count === 1 ? '1 feature' : `${text} features`),
  counting: 'Counting…',
  export: 'Export',
  exportText: 'The file contains the features that match the filter now.',
  format: 'Format',
  formats: {
    geojson: { name: 'GeoJSON', use: 'For maps and GIS. Loses nothing.' },
    ndjson: { name: 'NDJSON', use: 'For large data, one feature per line. Loses nothing.' },
    csv: { name: 'CSV', use: 'For spreadsheets. Shapes become text (WKT), nested values JSON.' },
    gpx: {
      name: 'GPX',
      use: 'For navigation devices and hiking apps. Areas become lines; features without a place are left out.',
    },
    kml: { name: 'KML', use: 'For Google Earth and maps. Values become text.' },
    gpkg: { name: 'GeoPackage', use: 'For QGIS and other GIS. Nested values become JSON.' },
    fgb: { name: 'FlatGeobuf', use: 'For fast maps of large data. Nested values become JSON.' },
    parquet: { name: 'GeoParquet', use: 'For analysis in DuckDB, Python or R. Nested values become JSON.' },
  },
  fields: 'Properties',
  fieldsAll: 'All properties',
  fieldsEach: 'All',
  fieldsNone: 'Choose at least one property.',
  fieldsSome: (some: string, all: string) => `${some} of ${all} properties`,
  hits: (hits: string, all: string) => `${hits} of ${all} features`,
  notCounted: 'The matching features could not be counted.',
  omitted: (count: number, text: string) =>
    `${count === 1 ? '1 feature is' : `${text} features are`} not drawn here, because too many are close together. Zoom in or filter to see ${count === 1 ? 'it' : 'them'}.`,
  request: 'API request',
  zoomIn: 'Zoom in',
};
