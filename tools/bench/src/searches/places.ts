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
const METERS_PER_DEGREE = 111_195;
const LEAST_REACH = 1 / 8;
/** Of a longer way all cities are looked at. */
const MOST_CELLS = 4;

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

/** In degrees of the plane, along the longer of the two ways. */
const inBox: Metric = (east, north) => Math.max(east, north);

/**
 * Random cities, the same in every run. The radius is 20 km, or, where places of other cities are given, one with as many
 * hits as these have: an answer then is as long, however many cities there are.
 */
export function placesAt(cities: readonly City[], others: readonly Place[] = []): readonly Place[] {
  const [random, grid] = [new Random(SEED), new Grid(cities)];
  return Array.from({ length: PLACES }, (_, index) => {
    const city = random.pick(cities);
    if (city === undefined) throw new Error('There are no cities.');
    const between = ({ least, most }: typeof BOX_HITS): number => least + random.below(most - least);
    const boxOf = (hits: number): BoundingBox => boxAround(city, grid.reach(city, hits, inBox));
    const shrink = Math.cos((city.latitude * Math.PI) / 180);
    const inMeters: Metric = (east, north) => Math.hypot(east * shrink, north) * METERS_PER_DEGREE;
    const as = others[index]?.near;
    const radiusInMeters = as === undefined ? RADIUS_IN_METERS : grid.reach(city, as, inMeters) * 1.001;
    return {
      city,
      box: boxOf(between(BOX_HITS)),
      largeBox: boxOf(between(LARGE_BOX_HITS)),
      nearBox: boxOf(NEAR_HITS),
      radiusInMeters,
      near: as ?? grid.count(city, radiusInMeters, inMeters),
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

/** Cities by the degree that they are in. */
class Grid {
  private readonly cells = new Map<string, City[]>();

  constructor(private readonly cities: readonly City[]) {
    for (const city of cities) {
      const key = `${Math.floor(city.longitude)} ${Math.floor(city.latitude)}`;
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [city]);
      else cell.push(city);
    }
  }

  /** The distance within which so many are, or all, if there are no more. */
  reach(from: City, hits: number, metric: Metric): number {
    const wanted = Math.min(hits, this.cities.length);
    for (let reach = LEAST_REACH; ; reach *= 2) {
      const found = this.distances(from, reach, metric);
      const last = found[wanted - 1] ?? Infinity;
      if (last <= metric(reach, 0) || found.length === this.cities.length) return last;
    }
  }

  count(from: City, distance: number, metric: Metric): number {
    return this.distances(from, 1, metric).filter((each) => each <= distance).length;
  }

  /** In ascending order, of all that are so many degrees away in each direction, and perhaps of others. */
  private distances({ longitude, latitude }: City, reach: number, metric: Metric): Float64Array {
    const near = reach > MOST_CELLS ? this.cities : this.around(longitude, latitude, reach);
    return Float64Array.from(near, (city) =>
      metric(Math.abs(city.longitude - longitude), Math.abs(city.latitude - latitude)),
    ).sort();
  }

  private around(longitude: number, latitude: number, reach: number): readonly City[] {
    const found: City[][] = [];
    for (let x = Math.floor(longitude - reach); x <= longitude + reach; x += 1)
      for (let y = Math.floor(latitude - reach); y <= latitude + reach; y += 1)
        found.push(this.cells.get(`${x} ${y}`) ?? []);
    return found.flat();
  }
}
