import { EMPTY_HEAD, SpaceNotFound, type ContentState, type FeatureUse, type Space } from '@cairn/spaces';
import { indexedPaths, type ContentHead, type ContentSummary, type SpaceTotal } from '@cairn/spaces/spi';
import type { Returned } from '../../../sql/database.js';
import { postgres } from '../../postgres-dialect.js';
import { frequent } from '../../../sql/lookup.js';
import type { Statements } from '../../../sql/statements.js';
import { selection } from '../../../sql/table.js';
import { spaceOf, SpaceSchema, type SpaceRow } from '../../../spaces/space-schema.js';
import {
  addRollup,
  leaveRollup,
  rollupsColumn,
  rollupsOf,
  type Rollup,
  type RollupsValue,
} from './cell-rollup.js';
import { ownerLocks } from '../../advisory-locks.js';
import { addIndexes, indexOfRow, type PropertyIndex } from './property-index.js';

/** The row of a space in `feature_space`. */
export interface FeatureSpace {
  /** The key of its features. An erased space gets a new one. */
  readonly key: number;
  readonly head: ContentHead;
}

/** The same row, locked. */
export interface LockedFeatureSpace extends FeatureSpace {
  /** The number of versions that it keeps. */
  readonly versionsToKeep: number;
}

/** A key that no feature has. */
const NO_KEY = 0;

interface HeadRow {
  readonly key: number | null;
  readonly version: number;
  readonly oldest: number;
  readonly total: number;
  readonly west: number | null;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly exact: boolean;
  readonly summary: ContentSummary;
}

const COLUMNS = `key, version, oldest_version AS oldest, total, west, south, east, north, bounds_exact AS exact, summary`;

const READ = frequent(
  `SELECT ${COLUMNS} FROM space LEFT JOIN feature_space ON space_id = space.id WHERE space.id = $1`,
);
// Reads the whole settings: PostgreSQL cannot parse JSON with NUL or half a surrogate pair, which clients may have
// stored.
const LOCK = frequent(
  `SELECT ${COLUMNS}, settings FROM space JOIN feature_space ON space_id = space.id WHERE space.id = $1 FOR UPDATE`,
);
const ADD = `INSERT INTO feature_space (space_id, summary) VALUES ($1, $2) ON CONFLICT (space_id) DO NOTHING RETURNING 1`;
const STORE = frequent(`WITH changed AS (
    UPDATE feature_space SET version = $2, total = $3, west = $4, south = $5, east = $6, north = $7,
      bounds_exact = $8, summary = $9, oldest_version = $11
    WHERE key = $1 RETURNING space_id
  )
  UPDATE space SET content_updated_at = greatest(content_updated_at, $10) FROM changed WHERE id = space_id
  RETURNING (SELECT json_agg(json_build_array(key, path)) FROM property_index
    WHERE content = $1 AND state <> 'leaving') AS indexes, ${rollupsColumn('$1')} AS rollups`);

/** @throws {SpaceNotFound} */
export async function readFeatureSpace(statements: Statements, spaceId: string): Promise<FeatureSpace> {
  const rows = await statements.query<readonly HeadRow[]>(READ, [spaceId]);
  return found(spaceId, rows);
}

const READ_STATE = frequent(
  `SELECT ${COLUMNS}, ${selection(SpaceSchema)()} FROM space LEFT JOIN feature_space ON space_id = space.id
    WHERE space.id = $1`,
);

/** The space and its head by one statement. @throws {SpaceNotFound} */
export async function readContentState(statements: Statements, spaceId: string): Promise<ContentState> {
  const [row] = await statements.query<readonly (HeadRow & SpaceRow)[]>(READ_STATE, [spaceId]);
  if (row === undefined) throw new SpaceNotFound(spaceId);
  const { key, version, oldest, total, west, south, east, north, exact, summary, ...space } = row;
  const head = { key, version, oldest, total, west, south, east, north, exact, summary };
  return { space: spaceOf(space), head: found(spaceId, [head]).head };
}

/** The total of all spaces. */
export async function readTotal(statements: Statements): Promise<SpaceTotal> {
  const [total = { spaceCount: 0, featureCount: 0 }] = await statements.query<readonly SpaceTotal[]>(
    `SELECT COUNT(*)::float8 AS "spaceCount", COALESCE(SUM(total), 0)::float8 AS "featureCount"
      FROM space LEFT JOIN feature_space ON space_id = id`,
  );
  return total;
}

const USE = frequent(`SELECT COALESCE(SUM(total), 0)::float8 AS "featureCount",
    COALESCE(SUM(${postgres.contentLength}), 0) AS length
  FROM space JOIN feature_space ON space_id = space.id WHERE owner = $1`);

/** The use of all spaces of an owner. */
export async function readUse(statements: Statements, owner: string): Promise<FeatureUse> {
  const [use = { featureCount: 0, length: 0 }] = await statements.query<readonly FeatureUse[]>(USE, [owner]);
  return use;
}

/**
 * The use of all spaces of the owner of this one, whose features are locked. Until the transaction ends, other writes
 * to these spaces wait here. Includes everything that was committed before, because each statement has a snapshot of
 * its own.
 */
export async function lockUse(statements: Statements, spaceId: string): Promise<FeatureUse> {
  const [space] = await statements.query<readonly { readonly owner: string }[]>(
    'SELECT owner, pg_advisory_xact_lock($1, hashtext(owner)) FROM space WHERE id = $2',
    [ownerLocks, spaceId],
  );
  return await readUse(statements, space?.owner ?? '');
}

/**
 * Locks the features of a space against other writes. Locks its row in `space` first, as a removal of the space does.
 * @throws {SpaceNotFound}
 */
export async function lockFeatureSpace(statements: Statements, spaceId: string): Promise<LockedFeatureSpace> {
  const locked = await statements.query<readonly LockedRow[]>(LOCK, [spaceId]);
  if (locked.length > 0) return lockedSpace(spaceId, locked);
  return await newFeatureSpace(statements, spaceId);
}

/** Creates the row of a space, with the indexes that the space asks for. */
async function newFeatureSpace(statements: Statements, spaceId: string): Promise<LockedFeatureSpace> {
  const [space] = await statements.query<readonly { readonly settings: string }[]>(
    'SELECT settings FROM space WHERE id = $1 FOR UPDATE',
    [spaceId],
  );
  if (space === undefined) throw new SpaceNotFound(spaceId);
  const added = await statements.query<readonly unknown[]>(ADD, [
    spaceId,
    JSON.stringify(EMPTY_HEAD.summary),
  ]);
  const features = lockedSpace(spaceId, await statements.query(LOCK, [spaceId]));
  if (added.length > 0) {
    await addIndexes(statements, features.key, indexedPaths(parseSettings(space.settings)));
    await addRollup(statements, features.key, 'ready');
  }
  return features;
}

const parseSettings: (json: string) => Space['settings'] = JSON.parse;

/**
 * Stores the head of a locked space, with the time of the change in epoch milliseconds. Returns the indexes and counts
 * to update.
 */
export async function storeHead(
  statements: Statements,
  key: number,
  { head, now }: { readonly head: ContentHead; readonly now: number },
): Promise<Kept> {
  const { version, oldestVersion, total, bounds, boundsExact, summary } = head;
  const [west, south, east, north] = bounds ?? [];
  const stored = await statements.query<Returned<StoredRow>>(STORE, [
    key,
    version,
    total,
    west,
    south,
    east,
    north,
    boundsExact,
    JSON.stringify(summary),
    now,
    oldestVersion,
  ]);
  const [row] = postgres.rowsOf(stored);
  const indexes = (row?.indexes ?? []).map(([index, path]) => indexOfRow([String(index), path]));
  return { indexes, rollups: rollupsOf(row?.rollups ?? null) };
}

/** The indexes and counts of the features of a space. */
interface Kept {
  readonly indexes: readonly PropertyIndex[];
  readonly rollups: readonly Rollup[];
}

interface StoredRow {
  readonly rollups: RollupsValue;
  readonly indexes: readonly (readonly [key: number, path: string])[] | null;
}

/** Leaves all features of a locked space to `purge`. Returns the new key of the space. */
export async function renewFeatureSpace(
  statements: Statements,
  spaceId: string,
  formerKey: number,
): Promise<number> {
  await statements.query('UPDATE feature_space SET space_id = NULL WHERE key = $1', [formerKey]);
  await leaveRollup(statements, formerKey);
  return (await newFeatureSpace(statements, spaceId)).key;
}

interface LockedRow extends HeadRow {
  readonly settings: string;
}

function lockedSpace(spaceId: string, rows: readonly LockedRow[]): LockedFeatureSpace {
  const [space] = rows;
  const { versionsToKeep = 1 } = parseSettings(space?.settings ?? '{}');
  return { ...found(spaceId, rows), versionsToKeep };
}

function found(spaceId: string, [row]: readonly HeadRow[]): FeatureSpace {
  if (row === undefined) throw new SpaceNotFound(spaceId);
  const { key, version, oldest, total, west, south, east, north, exact, summary } = row;
  if (key === null) return { key: NO_KEY, head: EMPTY_HEAD };
  const bounds = west === null ? undefined : ([west, south, east, north] as const);
  const content = String(key);
  const head = { content, version, oldestVersion: oldest, total, bounds, boundsExact: exact, summary };
  return { key, head };
}
