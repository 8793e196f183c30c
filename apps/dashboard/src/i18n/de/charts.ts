import type { Texts } from '../en/texts.ts';

export const charts: Texts['charts'] = {
  title: 'Statistik',
  cellTitle: 'Features je Sechseck',
  hexagons: 'Sechsecke',
  histogram: (name, least, greatest, often) =>
    `${name}: von ${least} bis ${greatest}, am häufigsten ${often}`,
  inCell: (count, shown) => (count === 1 ? 'Hier ist 1 Feature' : `Hier sind ${shown} Features`),
  missing: (count) => `${count} ohne Zahl`,
  most: (count) => `bis zu ${count} je Balken`,
  noNumbers: 'Keine Zahlen',
  others: (count) => (count === 1 ? '1 anderer Wert' : `${count} andere Werte`),
  range: 'Verteilung von',
  rangeOf: 'Eigenschaft, deren Zahlen gezeigt werden',
  shapes: {
    point: 'Punkte',
    multipoint: 'Gruppen von Punkten',
    linestring: 'Linien',
    multilinestring: 'Gruppen von Linien',
    polygon: 'Flächen',
    multipolygon: 'Gruppen von Flächen',
    geometrycollection: 'Sammlungen',
  },
  values: 'Werte von',
  valuesOf: 'Eigenschaft, deren Werte gezählt werden',
  without: 'ohne Wert',
};
