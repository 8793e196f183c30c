/** Texts for the features of a space that a filter selects, as table, map and file. */
export const selection = {
  address: 'This view',
  all: (count: number, text: string) => (count === 1 ? '1 feature' : `${text} features`),
  counting: 'Counting…',
  export: 'Export',
  exportText: 'The file contains the features that match the filter now.',
  format: 'Format',
  formats: {
    geojson: { name: 'GeoJSON', use: 'For maps and GIS' },
    ndjson: { name: 'NDJSON', use: 'One feature per line, for large data' },
    csv: { name: 'CSV', use: 'For spreadsheets, with geometries as WKT' },
  },
  hits: (hits: string, all: string) => `${hits} of ${all} features`,
  notCounted: 'The matching features could not be counted.',
  omitted: (count: number, text: string) =>
    `${count === 1 ? '1 feature is' : `${text} features are`} not drawn here, because too many are close together. Zoom in or filter to see ${count === 1 ? 'it' : 'them'}.`,
  request: 'API request',
  zoomIn: 'Zoom in',
};
