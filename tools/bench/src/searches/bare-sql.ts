import { join } from 'node:path';
import type { BoundingBox } from '../hub/generated-features.js';
import { METERS_PER_DEGREE, type Place, shrinkAt } from './places.js';
import { bareSubject, type Question, type Subject } from './subjects.js';

/** Between a space and the next, in the third dimension of the tree of SQLite and along the first of PostgreSQL's index. */
const SPACE_DISTANCE = 1_024;
/** In the slab of every feature of a space. */
const INSIDE_SLAB = 256;
/** A stored text ends where the members begin that the service knows; this closes it. */
const END = '}}}';

interface Given {
  readonly space: string;
  readonly places: readonly Place[];
  readonly clients: readonly number[];
  /** Of the database server. */
  readonly pids: readonly number[];
}

/** How a store spells its statements. Values of a box are $1 to $4: west, south, east, north. */
interface Dialect {
  /** Conditions for the features of the space. */
  readonly mine: string;
  readonly country: string;
  readonly x: string;
  readonly y: string;
  /** Bodies of those that touch the box and meet the condition, the first in an order. */
  readonly first: (condition: string, order: string) => string;
  readonly prepare: (statement: string) => (values: readonly unknown[]) => unknown;
}

/** The least that SQLite has to do for the same answers, in the server's own file, on one thread. */
export async function openBareSqlite(folder: string, { space, places, pids }: Given): Promise<Subject> {
  const { default: Database } = await import('sqlite-driver');
  const database = new Database(join(folder, 'cairn', 'cairn.db'), { readonly: true });
  const find = database.prepare('SELECT key FROM space_content WHERE space_id = ?').pluck();
  const key = Number(find.get(space));
  const slab = key * SPACE_DISTANCE + INSIDE_SLAB;
  const answers = answersOf({
    mine: `f.content = ${key}`,
    country: `(f.body || '${END}') ->> '$.properties.country'`,
    x: 'f.west',
    y: 'f.south',
    first: (condition, order) => `SELECT body FROM (
      SELECT f.number FROM feature_box AS b CROSS JOIN feature AS f ON f.number = b.id / 2
      WHERE b.slab_start <= ${slab} AND b.slab_end >= ${slab} AND b.west <= $3 AND b.east >= $1
        AND b.south <= $4 AND b.north >= $2 AND ${condition} ORDER BY ${order}
    ) CROSS JOIN feature USING (number)`,
    prepare: (statement) => {
      const prepared = database.prepare<[object], string>(statement).pluck();
      return (values) =>
        prepared.all(Object.fromEntries(values.map((value, index) => [index + 1, value]))).join();
    },
  });
  return bareSubject({ name: 'bare SQL', clients: [1], places, pids }, answers);
}

/** The same for PostgreSQL, with a connection for each client. */
export async function openBarePostgres(
  url: string,
  { space, places, clients, pids }: Given,
): Promise<{ readonly subject: Subject; readonly close: () => Promise<void> }> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: Math.max(...clients) });
  const text = 'SELECT key FROM feature_space WHERE space_id = $1';
  const { rows } = await pool.query<{ readonly key: string }>({ text, values: [space] });
  const offset = Number(rows[0]?.key) * SPACE_DISTANCE;
  let statements = 0;
  const answers = answersOf({
    mine: `f.space_key = ${Number(rows[0]?.key)}`,
    country: `(f.body || '${END}')::json #>> '{properties,country}'`,
    x: `((f.extent[0])[0] - ${offset})`,
    y: '(f.extent[0])[1]',
    // OFFSET 0: without this fence PostgreSQL may read the whole space in the order of its ids.
    first: (condition, order) => `SELECT f.body FROM (
      SELECT * FROM feature WHERE extent && box(point($1::float8 + ${offset}, $2), point($3::float8 + ${offset}, $4)) OFFSET 0
    ) AS f WHERE ${condition} ORDER BY ${order}`,
    prepare: (statement) => {
      const name = `bare${(statements += 1)}`;
      return async (values) => {
        const found = await pool.query<{ readonly body: string }>({
          name,
          text: statement,
          values: [...values],
        });
        return found.rows.map(({ body }) => body).join();
      };
    },
  });
  return {
    subject: bareSubject({ name: 'bare SQL', clients, places, pids }, answers),
    close: () => pool.end(),
  };
}

/** The nearest are looked for in a box that is known to have a few more; distances are those of the plane. */
function answersOf({
  mine,
  country,
  x,
  y,
  first,
  prepare,
}: Dialect): Readonly<Partial<Record<Question, (place: Place) => unknown>>> {
  const square = (difference: string): string => `(${difference}) * (${difference})`;
  const distance = `(${square(`(${x} - $5) * $7`)} + ${square(`${y} - $6`)})`;
  const byId = prepare(`SELECT f.body FROM feature AS f WHERE ${mine} AND f.id = $1`);
  const box = prepare(first(mine, 'f.id LIMIT $5'));
  const nearest = prepare(first(mine, `${distance} LIMIT 10`));
  const near = prepare(first(`${mine} AND ${distance} <= $8`, 'f.id LIMIT 100'));
  const property = prepare(
    `SELECT f.body FROM feature AS f WHERE ${mine} AND ${country} = $1 ORDER BY f.id LIMIT 10`,
  );
  const from = ({ city: { longitude, latitude } }: Place) => [longitude, latitude, shrinkAt(latitude)];
  return {
    'by id': ({ city }) => byId([city.id]),
    'box, limit=100': (place) => box([...place.box, 100]),
    'box, limit=1000': (place) => box([...place.largeBox, 1_000]),
    '10 nearest': (place) => nearest([...place.nearBox, ...from(place)]),
    'within 20 km, limit=100': (place) =>
      near([...around(place), ...from(place), (place.radiusInMeters / METERS_PER_DEGREE) ** 2]),
    'property, limit=10': ({ city }) => property([city.country]),
  };
}

function around({ city: { longitude, latitude }, radiusInMeters }: Place): BoundingBox {
  const north = radiusInMeters / METERS_PER_DEGREE;
  const east = north / shrinkAt(latitude);
  return [longitude - east, latitude - north, longitude + east, latitude + north];
}
