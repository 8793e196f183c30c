import type { Texts } from '../en/texts.ts';

export const selection: Texts['selection'] = {
  address: 'Diese Ansicht',
  all: (count, text) => (count === 1 ? '1 Feature' : `${text} Features`),
  counting: 'Wird gezählt…',
  export: 'Exportieren',
  exportText: 'Die Datei enthält, was der Filter auswählt, so wie es jetzt ist.',
  format: 'Format',
  formats: {
    geojson: { name: 'GeoJSON', use: 'Für Karten und GIS. Nichts geht verloren.' },
    ndjson: { name: 'NDJSON', use: 'Für große Daten, ein Feature je Zeile. Nichts geht verloren.' },
    csv: { name: 'CSV', use: 'Für Tabellen. Formen werden Text (WKT), verschachtelte Werte JSON.' },
    gpx: {
      name: 'GPX',
      use: 'Für Navigationsgeräte und Wander-Apps. Flächen werden Linien; Features ohne Ort fehlen.',
    },
    kml: { name: 'KML', use: 'Für Google Earth und Karten. Werte werden Text.' },
    gpkg: { name: 'GeoPackage', use: 'Für QGIS und andere GIS. Verschachtelte Werte werden JSON.' },
    fgb: { name: 'FlatGeobuf', use: 'Für schnelle Karten großer Daten. Verschachtelte Werte werden JSON.' },
    parquet: {
      name: 'GeoParquet',
      use: 'Für Auswertungen in DuckDB, Python oder R. Verschachtelte Werte werden JSON.',
    },
  },
  fields: 'Eigenschaften',
  fieldsAll: 'Alle Eigenschaften',
  fieldsEach: 'Alle',
  fieldsNone: 'Wähle mindestens eine Eigenschaft.',
  fieldsSome: (some, all) => `${some} von ${all} Eigenschaften`,
  hits: (hits, all) => `${hits} von ${all} Features`,
  notCounted: 'Die passenden Features konnten nicht gezählt werden.',
  omitted: (count, text) =>
    `${count === 1 ? '1 Feature ist' : `${text} Features sind`} hier nicht gezeichnet, weil zu viele dicht beieinander liegen. Zoome hinein oder filtere, um ${count === 1 ? 'es' : 'sie'} zu sehen.`,
  request: 'Anfrage an die API',
  zoomIn: 'Hineinzoomen',
};
