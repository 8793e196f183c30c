import { type BoundingBox, middleOfEdges, type Place } from '@cairn/geometry';
import type { StoredFeature } from '@cairn/spaces';
import type { Candidate } from '@cairn/spaces/spi';
import { parseStringList } from '../../../sql/table.js';
import type { Condition } from './condition.js';

/**
 * A feature as it is read: with its `text`, or with everything from `version` on, or with neither. Long features have
 * neither text nor body, so that many rows fit in memory.
 */
export type FeatureRow = readonly [
  number: number,
  id: string,
  isInside: 0 | 1 | null,
  text: string | null,
  version: number,
  createdAt: number,
  updatedAt: number,
  tags: string,
  west: number | null,
  south: number | null,
  east: number | null,
  north: number | null,
  body: string | null,
];

/** The indexes of the columns in a row. */
export const column = {
  number: 0,
  id: 1,
  isInside: 2,
  text: 3,
  version: 4,
  createdAt: 5,
  updatedAt: 6,
  tags: 7,
  west: 8,
  south: 9,
  east: 10,
  north: 11,
  body: 12,
} as const;

/** The columns that are read besides the number and the id. */
export type FeaturePart = 'nothing' | 'text' | 'places' | 'facts';

const LONG_IN_BYTES = 16 * 1_024;
/** The condition that a row of `feature` as `f` is not long. */
export const isShort = `octet_length(f.body) <= ${LONG_IN_BYTES}`;
const ifShort = (column: string): string => `iif(${isShort}, ${column}, NULL)`;

const facts = 'f.version, f.created_at, f.updated_at, f.tags, f.west, f.south, f.east, f.north';
/** The text as `featureText` makes it. */
const text = `f.body || '"createdAt":' || f.created_at || ',"updatedAt":' || f.updated_at
  || ',"version":' || f.version || iif(f.tags = '[]', '', ',"tags":' || f.tags) || '}}}'`;

const columnsWith: Readonly<Record<FeaturePart, string>> = {
  nothing: 'NULL',
  text: ifShort(text),
  places: `NULL, ${facts}, NULL`,
  facts: `NULL, ${facts}, ${ifShort('f.body')}`,
};

/** The columns of the table `feature` as `f`, also of long features. */
export const wholeColumns = `f.number, f.id, FALSE, NULL, ${facts}, f.body`;

/** The same columns with the body of a copy; `copy` is the table `feature_copy`. */
export const copiedColumns = `f.number, f.id, FALSE, NULL, ${facts}, copy.body`;

/** The same columns, of a long feature without the body. */
export const shortColumns = `f.number, f.id, FALSE, NULL, ${facts}, ${ifShort('f.body')}`;

/** The same columns without the body. */
export const factColumns = `f.number, f.id, FALSE, NULL, ${facts}, NULL`;

/** The columns of a part, empty for long features. `inside` says whether a feature lies in the boxes of a search. */
export function columnsOf(part: FeaturePart, inside: Condition): Condition {
  return { text: `f.number, f.id, ${inside.text}, ${columnsWith[part]}`, values: inside.values };
}

/** Of rows that were read for their texts, or bodies: whether this one is read by itself. A row for texts has no body. */
export const isLong = (row: FeatureRow): boolean => (row[column.text] ?? row[column.body] ?? null) === null;

export function featureOf(row: FeatureRow): StoredFeature {
  const tags = row[column.tags];
  return {
    id: row[column.id],
    body: row[column.body] ?? '',
    createdAt: row[column.createdAt],
    updatedAt: row[column.updatedAt],
    version: row[column.version],
    tags: tags === '[]' ? [] : parseStringList(tags),
  };
}

export function candidateOf(row: FeatureRow): Candidate {
  const [west, south, east, north] = edgesOf(row);
  const isOneBox = west !== null && south !== null && east !== null && north !== null && west <= east;
  const boxes = isOneBox ? ([[west, south, east, north]] as const) : undefined;
  return { feature: featureOf(row), boxes, middle: placeOfRow(row) };
}

/** The middle of a feature's boxes; `undefined` without a geometry. */
export function placeOfRow(row: FeatureRow): Place | undefined {
  const [west, south, east, north] = edgesOf(row);
  const isPlaced = west !== null && south !== null && east !== null && north !== null;
  return isPlaced ? middleOfEdges([west, south, east, north]) : undefined;
}

/** All are null without a geometry. At the antimeridian, where a feature has two boxes, west is greater than east. */
export type Edges = readonly [
  west: number | null,
  south: number | null,
  east: number | null,
  north: number | null,
];

export const edgesOf = (row: FeatureRow): Edges => [
  row[column.west],
  row[column.south],
  row[column.east],
  row[column.north],
];

export const idOf = (row: FeatureRow): string => row[column.id];

/** Whether a feature has two boxes. */
export function isAcross(row: FeatureRow): boolean {
  return Number(row[column.west]) > Number(row[column.east]);
}

/** The edges around the boxes of a feature. */
export function edgesAround(boxes: readonly BoundingBox[]): Edges {
  const [first, second = first] = boxes;
  if (first === undefined || second === undefined) return [null, null, null, null];
  const [west, firstSouth, , firstNorth] = first;
  const [, secondSouth, east, secondNorth] = second;
  return [west, Math.min(firstSouth, secondSouth), east, Math.max(firstNorth, secondNorth)];
}

/** Boxes of the size of those that the edges were made from. */
export function boxesWithin([west, south, east, north]: Edges): readonly BoundingBox[] {
  if (west === null || south === null || east === null || north === null) return [];
  const isOneBox = west <= east;
  return isOneBox
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ];
}

/** The keys of a feature's boxes in the tree. */
export function boxKeys(number: number, [west, , east]: Edges): readonly number[] {
  if (west === null || east === null) return [];
  return west <= east ? [number * 2] : [number * 2, number * 2 + 1];
}
