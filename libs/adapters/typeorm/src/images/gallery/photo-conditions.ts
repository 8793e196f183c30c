import type { Box, Circle, ImageCondition, Lacking } from '@cairn/images';
import { boxAround, EARTH_RADIUS_METERS, FIRST_TAKEN_KEY } from '@cairn/images/spi';
import { all, listOf, type Sql } from '../../sql/sql-builder.js';
import { cellAt, columnOf, rowOf } from '../tables/photo-columns.js';

type PhotoCondition = Extract<ImageCondition, { readonly kind: 'box' | 'near' | 'camera' | 'without' }>;

/** A condition on the place, the camera, or what an image lacks. */
export function photoCondition(condition: PhotoCondition, by: 'row' | 'listed' | 'entry'): Sql {
  const box = by === 'listed' ? inBoxUnindexed : inBox;
  switch (condition.kind) {
    case 'box':
      return box(condition.box);
    case 'near':
      return all([box(boxAround(condition)), inCircle(condition)]);
    case 'camera':
      return (parameter) => `image.camera = ${parameter(condition.camera)}`;
    case 'without':
      return () => lacking[condition.what];
  }
}

/** In the words of the partial indexes of these images. */
export const lacking: Readonly<Record<Lacking, string>> = {
  place: 'image.longitude_e7 IS NULL',
  time: `image.taken_key < ${FIRST_TAKEN_KEY}`,
  tags: `image.tags = '[]'`,
};

/** On all that the index of places has. */
export const inBox = (box: Box): Sql => within(box, { longitude: LONGITUDE, latitude: LATITUDE });

/** The signs keep databases from the index. PostgreSQL would read it once for each image that is listed. */
const inBoxUnindexed = (box: Box): Sql =>
  within(box, { longitude: `+${LONGITUDE}`, latitude: `+${LATITUDE}` });

const LONGITUDE = 'image.longitude_e7';
const LATITUDE = 'image.latitude_e7';

function within(
  { west, south, east, north }: Box,
  { longitude, latitude }: Readonly<Record<'longitude' | 'latitude', string>>,
): Sql {
  const isBeside: Sql = (parameter) => {
    const from = `${longitude} >= ${parameter(edge(west, Math.ceil))}`;
    const to = `${longitude} <= ${parameter(edge(east, Math.floor))}`;
    return west <= east ? `${from} AND ${to}` : `(${from} OR ${to})`;
  };
  const isBetween: Sql = (parameter) =>
    `${latitude} BETWEEN ${parameter(edge(south, Math.ceil))} AND ${parameter(edge(north, Math.floor))}`;
  // As the partial index of placed images has it, because no database concludes it from the others.
  return all([() => `${longitude} IS NOT NULL`, isBeside, isBetween]);
}

/** An edge in ten millionths of a degree. One with at most seven decimals is exact. */
function edge(degrees: number, round: (value: number) => number): number {
  const scaled = degrees * 1e7;
  const nearest = Math.round(scaled);
  return Math.abs(scaled - nearest) < 1e-3 ? nearest : round(scaled);
}

/** By the haversine formula, with the squares of half the chords instead of the distances. */
function inCircle({ centre, radiusInMeters }: Circle): Sql {
  const angle = Math.min(Math.PI / 2, radiusInMeters / (2 * EARTH_RADIUS_METERS));
  const degrees = (column: string): string => `CAST(image.${column} AS double precision) / 10000000.0`;
  const half = (column: string, value: string): string => `sin(radians((${degrees(column)} - ${value}) / 2))`;
  return (parameter) => {
    const latitude = half('latitude_e7', real(parameter(centre.latitude)));
    const again = half('latitude_e7', real(parameter(centre.latitude)));
    const cosines = `cos(radians(${degrees('latitude_e7')})) * cos(radians(${real(parameter(centre.latitude))}))`;
    const longitude = half('longitude_e7', real(parameter(centre.longitude)));
    const same = half('longitude_e7', real(parameter(centre.longitude)));
    return `${latitude} * ${again} + ${cosines} * ${longitude} * ${same} <= ${real(parameter(Math.sin(angle) ** 2))}`;
  };
}

const real = (value: string): string => `CAST(${value} AS double precision)`;

/** More cells than this are not looked up: such a box has many of the images. */
const MOST_CELLS = 1_000;

/** The cells of a box, for its index entries; `undefined` if they are too many. */
export function cellsOf({ west, south, east, north }: Box): Sql | undefined {
  const [first, last] = [rowOf(Math.max(-90, south)), rowOf(Math.min(90, north))];
  const spans = west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const];
  const columns = spans.flatMap(([from, to]) => range(columnOf(from), columnOf(to)));
  if (last < first || columns.length * (last - first + 1) > MOST_CELLS) return undefined;
  const cells = range(first, last).flatMap((row) => columns.map((column) => cellAt(column, row)));
  return (parameter) => `cell IS NOT NULL AND cell IN ${listOf(cells)(parameter)}`;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
