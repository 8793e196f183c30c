import type { Image } from '@cairn/images';
import {
  comparableHashes,
  lookAlikePosition,
  MAX_DCT_DISTANCE,
  MAX_HASH_DISTANCE,
  MAX_PAIRS,
  hashParts,
  partsNear,
  type ComparableHashes,
  type HashPart,
} from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';
import { insertAll } from '../../sql/insert.js';
import { listOf, run } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';
import { ImageHashSchema, LookAlikeSchema, type ImageHashRow } from '../tables/look-alike-schema.js';

/** So many rows are compared at most, so that a library of copies does not delay other writes. */
const MAX_COMPARED = 20_000;
/** An image is found by each of its parts that matches. */
const PARTS = 4;

/**
 * Compares an image, as it is stored now, with the owner's others by multi-index hashing, and stores the pairs. The
 * catalog of the owner is locked, so that of two images compared at once the second one finds the first.
 */
export async function compareImage(statements: Statements, image: Image): Promise<void> {
  const hashes = comparableHashes(image.description);
  if (hashes === undefined) return;
  const row = hashRow(image, hashes);
  const found = await findAlike(statements, { row, hash: hashes.perceptualHash });
  const place = lookAlikePosition(image);
  const pairs = found.map(({ id, at, distance }) => {
    const isNewer = place.at > at || (place.at === at && compareTexts(place.id, id) > 0);
    const [newerId, olderId] = isNewer ? [place.id, id] : [id, place.id];
    const newerAt = Math.max(place.at, at);
    return { newerId, olderId, owner: image.owner, newerAt, distance, dismissed: 0 };
  });
  const parts = hashParts(hashes.perceptualHash).map((value, index) => ({
    ...row,
    part: partNumber({ index, value }),
  }));
  await insertAll(statements, ImageHashSchema, parts);
  await insertAll(statements, LookAlikeSchema, pairs);
}

/** Removes what `compareImage` has stored of these images. The catalog of the owner is locked. */
export async function forgetLookAlikes(statements: Statements, ids: readonly string[]): Promise<void> {
  const places = [
    ['image_hash', 'image_id'],
    ['look_alike', 'newer_id'],
    ['look_alike', 'older_id'],
  ] as const;
  for (const [table, column] of places)
    await run(statements, (parameter) => `DELETE FROM ${table} WHERE ${column} IN ${listOf(ids)(parameter)}`);
}

/** Whether two descriptions are compared by the same hashes. */
export function isComparedAlike(
  { description: one }: Pick<Image, 'description'>,
  { description: other }: Pick<Image, 'description'>,
): boolean {
  const [before, after] = [comparableHashes(one), comparableHashes(other)];
  return before?.perceptualHash === after?.perceptualHash && before?.dctHash === after?.dctHash;
}

interface Alike {
  readonly id: string;
  readonly at: number;
  readonly distance: number;
}

interface Compared {
  readonly row: Omit<ImageHashRow, 'part'>;
  readonly hash: string;
}

/** The nearest images that look alike, and of equally near ones the newest. */
async function findAlike(statements: Statements, { row, hash }: Compared): Promise<readonly Alike[]> {
  const parts = partsNear(hash).map(partNumber);
  const rows = await run<Alike>(statements, (parameter) => {
    const numbers = [row.hashHigh, row.hashLow, row.dctHigh, row.dctLow];
    const given = numbers.map((number) => `CAST(${parameter(number)} AS bigint)`).join(', ');
    // The limit also keeps SQLite from computing the differences anew wherever they are used.
    return `SELECT image_id AS id, CAST(at AS double precision) AS at,
        CAST(${bitsOf('hash')} + ${bitsOf('dct')} AS double precision) AS distance
      FROM (SELECT image_id, at, ${differences} FROM (VALUES (${given})) AS given, image_hash
        WHERE owner = ${parameter(row.owner)} AND part IN ${listOf(parts)(parameter)}
        LIMIT ${MAX_COMPARED}) AS near
      WHERE ${bitsOf('hash')} <= ${MAX_HASH_DISTANCE} AND ${bitsOf('dct')} <= ${MAX_DCT_DISTANCE}
        AND image_id <> ${parameter(row.imageId)}
      ORDER BY 3, 2 DESC, 1 DESC LIMIT ${MAX_PAIRS * PARTS}`;
  });
  return [...new Map(rows.map((found) => [found.id, found])).values()].slice(0, MAX_PAIRS);
}

/** SQLite has no exclusive or. */
const differences = ['hash_high', 'hash_low', 'dct_high', 'dct_low']
  .map((column, index) => `(${column} | column${index + 1}) - (${column} & column${index + 1}) AS ${column}`)
  .join(', ');

/**
 * The number of bits in both halves of a difference, which SQLite has no function for: added up in groups of four, then
 * of eight, then by a remainder.
 */
function bitsOf(name: 'hash' | 'dct'): string {
  const groups = ['high', 'low'].flatMap((half) =>
    [0, 1, 2, 3].map((shift) => `((${name}_${half} >> ${shift}) & ${0x1111_1111})`),
  );
  const sums = [0, 4].map((shift) => `(((${groups.join(' + ')}) >> ${shift}) & ${0x0f0f_0f0f})`);
  return `((${sums.join(' + ')}) % 255)`;
}

const partNumber = ({ index, value }: HashPart): number => index * 0x1_0000 + value;

function hashRow(image: Image, { perceptualHash, dctHash }: ComparableHashes): Omit<ImageHashRow, 'part'> {
  const [[hashHigh, hashLow], [dctHigh, dctLow]] = [halvesOf(perceptualHash), halvesOf(dctHash)];
  const { owner, id: imageId } = image;
  return { owner, imageId, hashHigh, hashLow, dctHigh, dctLow, at: lookAlikePosition(image).at };
}

const halvesOf = (hash: string): readonly [high: number, low: number] => [
  Number.parseInt(hash.slice(0, 8), 16),
  Number.parseInt(hash.slice(8), 16),
];
