import type { Circle } from '@cairn/images';
import type { DatabaseName } from '../../sql/table.js';
import { uploadSize } from './upload-columns.js';

/** The migration that adds what photos are found by: their time, place, camera and bytes. */
export const DAYS = 'Days1796800000300';

/** Degrees in ten millionths, as exact as positions are kept. */
export const e7 = (degrees: number): number => Math.round(degrees * 1e7);

/** The side of a cell in ten millionths of a degree: 0.1 degrees. */
export const CELL = 1_000_000;
const CELLS_AROUND = 3_600;

/** The number of a cell, by its column from the antimeridian and its row from the South Pole. */
export const cellAt = (column: number, row: number): number => row * CELLS_AROUND + column;

/** The cell of 0.1 by 0.1 degrees that a position is in. */
export function cellOf({ longitude, latitude }: Circle['centre']): number {
  return cellAt(columnOf(longitude), rowOf(latitude));
}

export const columnOf = (longitude: number): number => Math.floor((e7(longitude) + 1_800_000_000) / CELL);
export const rowOf = (latitude: number): number => Math.floor((e7(latitude) + 900_000_000) / CELL);

/**
 * A description as JSON that PostgreSQL reads: without U+0000 and halves of surrogate pairs, which its texts cannot have. An
 * escaped backslash before them is kept.
 */
const LEGIBLE = String.raw`CASE WHEN strpos(description, '\u') = 0 THEN description
    ELSE regexp_replace(description, '(\\\\)|\\u0000|\\ud[89a-f][0-9a-f]{2}', '\1', 'g') END`;

/** By database, what follows FROM to read a description, and a member of it. PostgreSQL reads it once for all members. */
const json = {
  sqlite: { read: '(SELECT 1 AS facts)', member: (path: string) => `json_extract(description, '$.${path}')` },
  postgres: {
    read: `(SELECT (${LEGIBLE})::jsonb AS facts OFFSET 0)`,
    member: (path: string) => `(facts #>> '{${path.replace('.', ',')}}')`,
  },
};
const localMs = {
  sqlite: (time: string) => `CAST(strftime('%s', substr(${time}, 1, 19)) AS INTEGER) * 1000`,
  postgres: (time: string) =>
    `CAST(extract(epoch FROM CAST(substr(${time}, 1, 19) AS timestamp)) AS bigint) * 1000`,
};
const degreesE7 = {
  sqlite: (degrees: string) => `CAST(round(${degrees} * 10000000) AS INTEGER)`,
  postgres: (degrees: string) => `CAST(round(CAST(${degrees} AS numeric) * 10000000) AS bigint)`,
};

/** Fill the columns of images that are there, as `derivedColumns` does: in one statement, as each writes every row anew. */
export const filledColumns: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [filling('sqlite')],
  postgres: [filling('postgres')],
};

function filling(database: DatabaseName): string {
  const { read, member } = json[database];
  const columns = {
    taken_key: `COALESCE(${localMs[database](member('capturedAt'))}, created_at - 4503599627370496)`,
    ratio: `CASE WHEN orientation > 4 THEN ${ratio('height', 'width')} ELSE ${ratio('width', 'height')} END`,
    longitude_e7: 'longitude',
    latitude_e7: 'latitude',
    cell: `((latitude + 900000000) / ${CELL}) * ${CELLS_AROUND} + (longitude + 1800000000) / ${CELL}`,
    camera: `NULLIF(trim(CASE WHEN substr(model, 1, length(make)) = make THEN model ELSE make || ' ' || model END), '')`,
    upload_sha256: `COALESCE(${member('uploadSha256')}, sha256)`,
    upload_size: uploadSize[database],
  };
  return `UPDATE image SET (${Object.keys(columns).join(', ')}) = (SELECT ${Object.values(columns).join(', ')}
    FROM (SELECT facts, COALESCE(${member('camera.make')}, '') AS make, COALESCE(${member('camera.model')}, '') AS model,
      ${degreesE7[database](member('position.longitude'))} AS longitude,
      ${degreesE7[database](member('position.latitude'))} AS latitude FROM ${read} AS given) AS told)`;
}

/** Rounds half up, as `ratioOf` does; at least 1. */
function ratio(width: string, height: string): string {
  const thousandths = `(2000 * ${width} + ${height}) / (2 * ${height})`;
  return `CASE WHEN ${thousandths} < 1 THEN 1 ELSE ${thousandths} END`;
}

/** The day of a key, as text; empty for a key of an image without a time. */
const dayOf = {
  sqlite: `CASE WHEN taken_key < -2251799813685248 THEN '' ELSE strftime('%Y-%m-%d', taken_key / 1000, 'unixepoch') END`,
  postgres: `CASE WHEN taken_key < -2251799813685248 THEN ''
    ELSE to_char(timestamp '1970-01-01' + taken_key / 1000 * interval '1 second', 'YYYY-MM-DD') END`,
};

/** Count images that are there by day and camera, as `CountChanges` does. */
export const photoCounts: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: countsIn('sqlite'),
  postgres: countsIn('postgres'),
};

function countsIn(database: DatabaseName): readonly string[] {
  const insert = 'INSERT INTO image_count (owner, kind, name, parent, folded, count, ratios)';
  return [
    `${insert} SELECT owner, 'day', day, '', '', count(*), sum(ratio)
      FROM (SELECT owner, ratio, ${dayOf[database]} AS day FROM image) AS taken GROUP BY owner, day`,
    `${insert} SELECT owner, 'camera', camera, '', '', count(*), 0
      FROM image WHERE camera IS NOT NULL GROUP BY owner, camera`,
  ];
}
