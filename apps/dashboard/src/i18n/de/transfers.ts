import type { Texts } from '../en/texts.ts';

export const imports: Texts['imports'] = {
  title: 'Features importieren',
  again:
    'Wähle, was damit geschieht. Die Datei wird noch einmal importiert: Was schon gespeichert ist, bleibt, wie es ist; nur Features ohne Id kommen noch einmal.',
  background: 'Er läuft weiter, wenn du dies schließt.',
  done: 'Fertig',
  download: 'Diese Features herunterladen',
  downloadText: 'Korrigiere diese Features und importiere sie noch einmal: eines je Zeile.',
  drop: 'Datei hier ablegen oder auswählen',
  dropText: 'CSV, Excel, GeoJSON, GPX, KML, Shapefile als ZIP, GeoPackage und mehr.',
  ended: (file, parts) => `${file}: ${parts}`,
  failed: 'Abgelehnt',
  faults: (shown, all) =>
    shown < all ? `Die ersten ${shown} von ${all} abgelehnten` : 'Was abgelehnt wurde',
  inserted: 'Neu',
  into: (file, space) => `${file} in ${space}`,
  merged: 'Zusammengelegt',
  numbered: 'Nummeriert',
  repeated: (id) => `Die Id „${id}“ kommt in der Datei zweimal vor.`,
  repeatedIds: 'Wenn eine Id zweimal vorkommt',
  rules: {
    stop: 'Anhalten und fragen',
    last: 'Das letzte behalten',
    number: 'Nummerieren',
  },
  sent: (sent, all, stored) => `${sent} von ${all} gesendet, ${stored}`,
  stop: 'Anhalten',
  stopped: 'Du hast den Import angehalten. Was bis dahin gespeichert war, bleibt.',
  stored: (count) => `${count} Features gespeichert`,
  unmodified: 'Unverändert',
  updated: 'Geändert',
};

export const exports: Texts['exports'] = {
  done: (file, count) => `${file}: ${count} Features exportiert`,
  failed: (file, why) => `${file} wurde nicht exportiert. ${why}`,
  running: (file, count) => `${file}: ${count} Features`,
  stopped: (file) => `Du hast den Export von ${file} angehalten.`,
};
