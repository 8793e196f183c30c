/** Where positions are in a system that is often left unnamed: [west, south, east, north] in its units. */
const RANGES: readonly (readonly [string, number, number, number, number])[] = [
  ['EPSG:2056', 2_480_000, 1_070_000, 2_840_000, 1_300_000],
  ['EPSG:2154', 80_000, 6_000_000, 1_260_000, 7_160_000],
  ['EPSG:31466', 2_400_000, 5_200_000, 2_700_000, 6_120_000],
  ['EPSG:31467', 3_300_000, 5_200_000, 3_700_000, 6_120_000],
  ['EPSG:31468', 4_300_000, 5_200_000, 4_700_000, 6_120_000],
  ['EPSG:31469', 5_300_000, 5_200_000, 5_700_000, 6_120_000],
  ['EPSG:4647', 32_200_000, 5_200_000, 32_950_000, 6_150_000],
];

/** Some rows are faulty in most tables. */
const MOST = 0.5;

/**
 * The system that positions without one are in: WGS 84 if most of them are degrees, else the only one of these that most
 * of them lie in. `undefined` if that is none.
 */
export function guessCrs(positions: readonly (readonly [x: number, y: number])[]): string | undefined {
  const most = (isIn: (x: number, y: number) => boolean): boolean =>
    positions.filter(([x, y]) => isIn(x, y)).length >= MOST * positions.length;
  if (most((x, y) => Math.abs(x) <= 180 && Math.abs(y) <= 90)) return 'EPSG:4326';
  const found = RANGES.filter(([, west, south, east, north]) =>
    most((x, y) => x >= west && x <= east && y >= south && y <= north),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}
