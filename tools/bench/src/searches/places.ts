import { Random } from '@cairn/harness';
import type { BoundingBox } from '../hub/generated-features.js';
import type { City } from './cities.js';

const SEED = 7;
const PLACES = 200;
/** So many cities are in the boxes of a place: those of which 100 are wanted, and those of which 1,000 are. */
const BOX_HITS = { least: 250, most: 550 };
const LARGE_BOX_HITS = { least: 1_100, most: 1_500 };
const NEAR_HITS = 40;
const RADIUS_IN_METERS = 20_000;
export const METERS_PER_DEGREE = 111_195;
const LEAST_REACH = 1 / 8;
const WHOLE_WORLD = 360;

/** Where, and for what, is asked. */
export interface Place {
  readonly city: City;
  /** With a few hundred cities. */
  readonly box: BoundingBox;
  /** With more than a thousand, where there are so many. */
  readonly largeBox: BoundingBox;
  /** With a few more than the ten nearest. */
  readonly nearBox: BoundingBox;
  readonly radiusInMeters: number;
  /** So many are within the radius. */
  readonly near: number;
}

/** Distance of what is so many degrees east and north. */
type Metric = (east: number, north: number) => number;

/** How long a degree of longitude is there, in degrees of latitude. */
export const shrinkAt = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

/**
 * Random cities, the same in every run. The radius is 20 km, or, where places of other cities are given, one with as many
 * hits as these have: an answer then is as long, however many cities there are.
 */
export function placesAt(cities: readonly City[], others: readonly Place[] = []): readonly Place[] {
  const random = new Random(SEED);
  const cells = cellsOf(cities);
  return Array.from({ length: PLACES }, (_, index) => {
    const city = random.pick(cities);
    if (city === undefined) throw new Error('There are no cities.');
    const within = (reach: number, metric: Metric): Float64Array => distances(cells, city, reach, metric);
    const boxOf = (hits: number): BoundingBox =>
      boxAround(city, hits < cities.length ? reachOf(hits, Math.max, within) : WHOLE_WORLD);
    const between = ({ least, most }: typeof BOX_HITS): number => least + random.below(most - least);
    const shrink = shrinkAt(city.latitude);
    const inMeters: Metric = (east, north) => Math.hypot(east * shrink, north) * METERS_PER_DEGREE;
    const near =
      others[index]?.near ?? within(1, inMeters).filter((distance) => distance <= RADIUS_IN_METERS).length;
    return {
      city,
      box: boxOf(between(BOX_HITS)),
      largeBox: boxOf(between(LARGE_BOX_HITS)),
      nearBox: boxOf(NEAR_HITS),
      radiusInMeters: others.length === 0 ? RADIUS_IN_METERS : reachOf(near, inMeters, within) * 1.001,
      near,
    };
  });
}

function boxAround({ longitude, latitude }: City, degrees: number): BoundingBox {
  return [
    Math.max(-180, longitude - degrees),
    Math.max(-90, latitude - degrees),
    Math.min(180, longitude + degrees),
    Math.min(90, latitude + degrees),
  ];
}

/** The distance within which there are so many, of more. */
function reachOf(
  hits: number,
  metric: Metric,
  within: (reach: number, metric: Metric) => Float64Array,
): number {
  for (let reach = LEAST_REACH; ; reach *= 2) {
    const last = within(reach, metric)[hits - 1] ?? Infinity;
    if (last <= metric(reach, 0) || reach >= WHOLE_WORLD) return last;
  }
}

type Cells = ReadonlyMap<number, readonly City[]>;

const cellAt = (longitude: number, latitude: number): number =>
  Math.floor(longitude) * WHOLE_WORLD + Math.floor(latitude);

/** By the degrees that they are in. */
function cellsOf(cities: readonly City[]): Cells {
  const cells = new Map<number, City[]>();
  for (const city of cities) {
    const key = cellAt(city.longitude, city.latitude);
    const cell = cells.get(key) ?? [];
    if (cell.push(city) === 1) cells.set(key, cell);
  }
  return cells;
}

/** In ascending order, of all that are so many degrees away in each direction, and of some others. */
function distances(cells: Cells, { longitude, latitude }: City, reach: number, metric: Metric): Float64Array {
  const found: number[] = [];
  const [west, south] = [Math.max(-180, longitude - reach), Math.max(-90, latitude - reach)];
  const [east, north] = [Math.min(180, longitude + reach), Math.min(90, latitude + reach)];
  for (let x = Math.floor(west); x <= east; x += 1)
    for (let y = Math.floor(south); y <= north; y += 1)
      for (const city of cells.get(cellAt(x, y)) ?? [])
        found.push(metric(Math.abs(city.longitude - longitude), Math.abs(city.latitude - latitude)));
  return Float64Array.from(found).sort();
}
