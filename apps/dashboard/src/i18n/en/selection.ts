/** Texts for the features of a space that a filter selects, as table, map and file. */
export const enSelection = {
  selection: {
    address: 'This view',
    all: (count: number, text: string) => (count === 1 ? '1 feature' : `${text} features`),
    counting: 'Counting…',
    export: 'Export',
    exportText: 'The file has what the filter selects, as it is now.',
    format: 'Format',
    formats: {
      geojson: ['GeoJSON', 'For maps and GIS'],
      ndjson: ['NDJSON', 'A feature on each line, for large data'],
      csv: ['CSV', 'For spreadsheets, with geometries as WKT'],
    } as Readonly<Record<'geojson' | 'ndjson' | 'csv', readonly [name: string, use: string]>>,
    hits: (hits: string, all: string) => `${hits} of ${all} features`,
    notCounted: 'The features that meet the filter could not be counted.',
    omitted: (count: number, text: string) =>
      `${count === 1 ? '1 feature is' : `${text} features are`} not drawn here, as too many are close together. Zoom in or filter to see ${count === 1 ? 'it' : 'them'}.`,
    request: 'Request of the API',
    zoomIn: 'Zoom in',
  },
};
