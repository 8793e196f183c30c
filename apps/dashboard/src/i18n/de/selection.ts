import type { Texts } from '../en/texts.ts';

export const selection: Texts['selection'] = {
  address: 'Diese Ansicht',
  all: (count, text) => (count === 1 ? '1 Feature' : `${text} Features`),
  counting: 'Wird gezählt…',
  export: 'Exportieren',
  exportText: 'Die Datei enthält, was der Filter auswählt, so wie es jetzt ist.',
  format: 'Format',
  formats: {
    geojson: { name: 'GeoJSON', use: 'Für Karten und GIS' },
    ndjson: { name: 'NDJSON', use: 'Ein Feature je Zeile, für große Daten' },
    csv: { name: 'CSV', use: 'Für Tabellen, mit Geometrien als WKT' },
  },
  hits: (hits, all) => `${hits} von ${all} Features`,
  notCounted: 'Die passenden Features konnten nicht gezählt werden.',
  omitted: (count, text) =>
    `${count === 1 ? '1 Feature ist' : `${text} Features sind`} hier nicht gezeichnet, weil zu viele dicht beieinander liegen. Zoome hinein oder filtere, um ${count === 1 ? 'es' : 'sie'} zu sehen.`,
  request: 'Anfrage an die API',
  zoomIn: 'Hineinzoomen',
};
