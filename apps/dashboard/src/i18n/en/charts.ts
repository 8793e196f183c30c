/** Texts for hexagons and statistics. */
export const charts = {
  title: 'Statistics',
  cellTitle: 'Features in a hexagon',
  hexagons: 'Hexagons',
  histogram: (name: string, least: string, greatest: string, often: string) =>
    `${name}: from ${least} to ${greatest}, most often ${often}`,
  inCell: (count: number, shown: string) => (count === 1 ? '1 feature here' : `${shown} features here`),
  missing: (count: string) => `${count} without a number`,
  most: (count: string) => `up to ${count} in a bar`,
  noNumbers: 'No numbers',
  others: (count: number) => (count === 1 ? '1 other value' : `${count} other values`),
  range: 'Range of',
  rangeOf: 'Property whose numbers are shown',
  shapes: {
    point: 'Points',
    multipoint: 'Groups of points',
    linestring: 'Lines',
    multilinestring: 'Groups of lines',
    polygon: 'Areas',
    multipolygon: 'Groups of areas',
    geometrycollection: 'Collections',
  },
  values: 'Values of',
  valuesOf: 'Property whose values are counted',
  without: 'without a value',
};
