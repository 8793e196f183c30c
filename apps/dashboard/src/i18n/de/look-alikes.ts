import type { Texts } from '../en/texts.ts';

export const lookAlikes: Texts['lookAlikes'] = {
  title: 'Ähnliche Bilder',
  text: 'Dasselbe Bild, noch einmal gespeichert, verkleinert oder mit anderen Farben. Gelöscht wird nur, was du sagst.',
  notFound:
    'Nicht gefunden werden Bilder, die gespiegelt, um eine Vierteldrehung gedreht oder um ein Fünftel oder mehr beschnitten sind.',
  empty: 'Keine ähnlichen Bilder',
  emptyText:
    'Neue Bilder werden kurz nach dem Hochladen verglichen. Bei einer großen Sammlung dauert es länger.',
  group: (count, day) => `${count} Bilder, das neueste vom ${day}`,
  choose: 'Welches bleiben soll',
  better: (reasons) => (reasons === '' ? 'Vorschlag' : `Vorschlag: ${reasons}`),
  reasons: {
    larger: 'größer',
    place: 'mit Ort',
    time: 'mit Aufnahmezeit',
    'more-bytes': 'weniger komprimiert',
    earlier: 'zuerst da',
  },
  sameBytes: 'Dieselbe Datei',
  size: (width, height, bytes) => `${width} × ${height}, ${bytes}`,
  open: (name) => `${name} öffnen`,
  keep: (others) =>
    others === 1
      ? 'Dieses behalten, das andere in den Papierkorb'
      : `Dieses behalten, die ${others} anderen in den Papierkorb`,
  keepAll: 'Alle behalten',
  kept: 'Sie werden nicht mehr als ähnlich gezeigt.',
};
