import { join } from 'node:path';
import type { Place } from './places.js';
import { bareSubject, type Subject } from './subjects.js';
import type { BoundingBox } from '../hub/generated-features.js';

/** Of the space in the third dimension of the tree, and along the first of the index. */
const SPACE_DISTANCE = 1_024;
/** A stored text ends where the members that the service knows begin; what closes it. */
const END = '}}}';
/** In the slab of every feature of a space. */
const INSIDE_SLAB = 256;
const METERS_PER_DEGREE = 111_195;

interface Stores {
  readonly space: string;
  readonly places: readonly Place[];
  readonly clients: readonly number[];
}

/** The least that SQLite has to do for the same answers, in the server's own file. One thread has one answer at a time. */
export async function openBareSqlite(folder: string, { space, places }: Stores): Promise<Subject> {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(join(folder, 'cairn', 'cairn.db'), { readonly: true });
  const text = <P extends unknown[]>(sql: string) => database.prepare<P, string>(sql).pluck();
  const key = database
    .prepare<[string], number>('SELECT key FROM space_content WHERE space_id = ?')
    .pluck()
    .get(space);
  if (key === undefined) throw new Error('The space has no features.');
  const inside = key * SPACE_DISTANCE + INSIDE_SLAB;
  const inBox = `feature_box AS b CROSS JOIN feature AS f ON f.number = b.id / 2
    WHERE b.slab_start <= ${inside} AND b.slab_end >= ${inside}
      AND b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ?`;
  const first = (condition: string) =>
    `SELECT body FROM (SELECT f.number FROM ${inBox} ${condition}) AS first CROSS JOIN feature USING (number)`;
  const distance = '((f.west - ?) * (f.west - ?) * ? + (f.south - ?) * (f.south - ?))';
  const box = text(first('ORDER BY f.id LIMIT ?'));
  const nearest = text(first(`ORDER BY ${distance} LIMIT 10`));
  const near = text(first(`AND ${distance} <= ? ORDER BY f.id LIMIT 100`));
  const byId = text('SELECT body FROM feature WHERE content = ? AND id = ?');
  const byProperty = text(
    `SELECT body FROM feature WHERE content = ? AND (body || '${END}') ->> '$.properties.country' = ? ORDER BY id LIMIT 10`,
  );
  const edges = ([west, south, east, north]: BoundingBox) => [east, west, north, south];
  const asked = ({ city: { longitude, latitude } }: Place) => [
    longitude,
    longitude,
    shrinkOf(latitude) ** 2,
    latitude,
    latitude,
  ];
  const radius = ({ radiusInMeters }: Place): number => radiusInMeters / METERS_PER_DEGREE;
  return bareSubject(
    { name: 'bare SQL', clients: [1], places, pids: [] },
    {
      'by id': ({ city }) => byId.get(key, city.id),
      'box, limit=100': (place) => box.all(...edges(place.box), 100).join(),
      'box, limit=1000': (place) => box.all(...edges(place.largeBox), 1_000).join(),
      '10 nearest': (place) => nearest.all(...edges(place.nearBox), ...asked(place)).join(),
      'within 20 km, limit=100': (place) =>
        near.all(...edges(aroundOf(place)), ...asked(place), radius(place) ** 2).join(),
      'property, limit=10': ({ city }) => byProperty.all(key, city.country).join(),
    },
  );
}

/** The same for PostgreSQL. */
export async function openBarePostgres(
  url: string,
  { space, places, clients, pids }: Stores & { readonly pids: readonly number[] },
): Promise<Subject & { readonly close: () => Promise<void> }> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: Math.max(...clients) });
  const found = await pool.query<{ readonly key: string }>({
    text: 'SELECT key FROM feature_space WHERE space_id = $1',
    values: [space],
  });
  const key = Number(found.rows[0]?.key);
  const ask = (name: string, text: string) => async (values: readonly unknown[]) => {
    const answer = await pool.query<{ readonly body: string }>({ name, text, values: [key, ...values] });
    return answer.rows.map(({ body }) => body).join();
  };
  // OFFSET 0: without this fence PostgreSQL may read the whole space in the order of its ids.
  const inBox = 'SELECT * FROM feature WHERE space_key = $1 AND extent && $2::box OFFSET 0';
  const box = ask('box', `SELECT body FROM (${inBox}) AS f ORDER BY id LIMIT $3`);
  const nearest = ask(
    'nearest',
    'SELECT body FROM feature WHERE space_key = $1 ORDER BY extent <-> $2::point LIMIT 10',
  );
  const near = ask(
    'near',
    `SELECT body FROM (${inBox}) AS f WHERE ((extent[0])[0] - $3::float) ^ 2 * $4::float
      + ((extent[0])[1] - $5::float) ^ 2 <= $6::float ORDER BY id LIMIT 100`,
  );
  const byId = ask('id', 'SELECT body FROM feature WHERE space_key = $1 AND id = $2');
  const byProperty = ask(
    'property',
    `SELECT body FROM feature WHERE space_key = $1 AND (body || '${END}')::json #>> '{properties,country}' = $2
      ORDER BY id LIMIT 10`,
  );
  const offset = key * SPACE_DISTANCE;
  const boxText = ([west, south, east, north]: BoundingBox) =>
    `(${east + offset},${north}),(${west + offset},${south})`;
  const subject = bareSubject(
    { name: 'bare SQL', clients, places, pids },
    {
      'by id': ({ city }) => byId([city.id]),
      'box, limit=100': (place) => box([boxText(place.box), 100]),
      'box, limit=1000': (place) => box([boxText(place.largeBox), 1_000]),
      '10 nearest': ({ city }) => nearest([`(${city.longitude + offset},${city.latitude})`]),
      'within 20 km, limit=100': (place) => {
        const { longitude, latitude } = place.city;
        const degrees = place.radiusInMeters / METERS_PER_DEGREE;
        const center = [longitude + offset, shrinkOf(latitude) ** 2, latitude];
        return near([boxText(aroundOf(place)), ...center, degrees ** 2]);
      },
      'property, limit=10': ({ city }) => byProperty([city.country]),
    },
  );
  return { name: subject.name, clients: subject.clients, asks: subject.asks, close: () => pool.end() };
}

const shrinkOf = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

function aroundOf({ city: { longitude, latitude }, radiusInMeters }: Place): BoundingBox {
  const north = radiusInMeters / METERS_PER_DEGREE;
  const east = north / shrinkOf(latitude);
  return [longitude - east, latitude - north, longitude + east, latitude + north];
}
