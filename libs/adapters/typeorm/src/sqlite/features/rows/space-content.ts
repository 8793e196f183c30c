import { type ContentState, EMPTY_HEAD, type FeatureUse, type Space, SpaceNotFound } from '@cairn/spaces';
import {
  type ContentHead,
  type ContentShapes,
  type ContentSummary,
  indexedPaths,
  type SpaceTotal,
} from '@cairn/spaces/spi';
import { sqlite } from '../../connection/sqlite-dialect.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import type { Edges } from './feature-row.js';
import { type SpaceRow, spaceOf, SpaceSchema } from '../../../spaces/space-schema.js';
import { propertiesOf, selection } from '../../../sql/table.js';
import { addRollup, leaveRollup } from './cell-rollup.js';
import { addIndexes, removeIndexes } from '../indexes/feature-terms.js';

/** The parts of a space's content that searches need. It has no key until something is written. */
export interface SpaceContent {
  readonly key: number | undefined;
  readonly head: Omit<ContentHead, 'summary' | 'oldestVersion'>;
  /** Where the shapes of its long features are kept, if they are. */
  readonly shapes?: ContentShapes | undefined;
}

/** The whole content, and the number of versions that the space keeps. */
export interface WholeContent extends SpaceContent {
  readonly head: ContentHead;
  readonly versionsToKeep: number;
}

type ContentRow = readonly [
  key: number | null,
  version: number,
  total: number,
  boundsExact: number,
  ...edges: Edges,
];

const columns = 'content.key, version, total, bounds_exact, west, south, east, north';
const joined =
  'FROM space LEFT JOIN space_content AS content ON content.space_id = space.id WHERE space.id = ?';

/** @throws {SpaceNotFound} */
export function contentOf(connection: SqliteConnection, spaceId: string): SpaceContent {
  const row = connection.rows<ContentRow>(`SELECT ${columns} ${joined}`).get(spaceId);
  if (row === undefined) throw new SpaceNotFound(spaceId);
  return contentOfRow(row);
}

function contentOfRow([key, version, total, boundsExact, ...edges]: ContentRow): SpaceContent {
  if (key === null) return { key: undefined, head: EMPTY_HEAD };
  const [west, south, east, north] = edges;
  const isBox = west !== null && south !== null && east !== null && north !== null;
  const bounds = isBox ? ([west, south, east, north] as const) : undefined;
  return { key, head: { content: String(key), version, total, bounds, boundsExact: boundsExact === 1 } };
}

type RestRow = readonly [oldestVersion: number, summary: string];

const REST = 'oldest_version, summary';
const REST_END = 10;

function headOfRow(
  row: readonly [...ContentRow, ...RestRow, ...unknown[]],
): Pick<WholeContent, 'key' | 'head'> {
  const [key, version, total, boundsExact, west, south, east, north, oldestVersion, summary] = row;
  const content = contentOfRow([key, version, total, boundsExact, west, south, east, north]);
  if (content.key === undefined) return { key: undefined, head: EMPTY_HEAD };
  return { key: content.key, head: { ...content.head, oldestVersion, summary: parseSummary(summary) } };
}

const WHOLE = `SELECT ${columns}, ${REST}, coalesce(json_extract(settings, '$.versionsToKeep'), 1) ${joined}`;

/** @throws {SpaceNotFound} */
export function wholeContentOf(connection: SqliteConnection, spaceId: string): WholeContent {
  const row = connection.rows<[...ContentRow, ...RestRow, versionsToKeep: number]>(WHOLE).get(spaceId);
  if (row === undefined) throw new SpaceNotFound(spaceId);
  return { ...headOfRow(row), versionsToKeep: row[REST_END] };
}

// One statement, because each one sees what is committed when it starts.
const STATE = `SELECT ${columns}, ${REST}, ${selection(SpaceSchema)()} ${joined}`;

/** The space and its whole head. @throws {SpaceNotFound} */
export function contentStateOf(connection: SqliteConnection, spaceId: string): ContentState {
  const row = connection.rows<[...ContentRow, ...RestRow, ...unknown[]]>(STATE).get(spaceId);
  if (row === undefined) throw new SpaceNotFound(spaceId);
  const members = propertiesOf(SpaceSchema).map((name, index) => [name, row[REST_END + index]]);
  // The cast is safe: these are all the columns of a row.
  return { space: spaceOf(Object.fromEntries(members) as SpaceRow), head: headOfRow(row).head };
}

const parseSummary: (json: string) => ContentSummary = JSON.parse;

/** The total of all spaces. */
export function totalOf(connection: SqliteConnection): SpaceTotal {
  const select = connection.rows<[spaceCount: number, featureCount: number]>(
    'SELECT COUNT(*), COALESCE(SUM(total), 0) FROM space LEFT JOIN space_content ON space_id = id',
  );
  const [spaceCount, featureCount] = select.get() ?? [0, 0];
  return { spaceCount, featureCount };
}

const USE = `
  SELECT COALESCE(SUM(total), 0), COALESCE(SUM(${sqlite.contentLength}), 0)
  FROM space JOIN space_content ON space_id = id WHERE owner = ?`;

/** The use of all spaces of an owner. */
export function useOf(connection: SqliteConnection, owner: string): FeatureUse {
  const [featureCount, length] = connection.rows<[number, number]>(USE).get(owner) ?? [0, 0];
  return { featureCount, length };
}

/** The use of all spaces of the owner of this one. */
export function useOfOwner(connection: SqliteConnection, spaceId: string): FeatureUse {
  const [owner = ''] = connection.rows<[string]>('SELECT owner FROM space WHERE id = ?').get(spaceId) ?? [];
  return useOf(connection, owner);
}

const INSERT = `
  INSERT INTO space_content (version, oldest_version, total, bounds_exact, west, south, east, north, summary, space_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Creates a content without features, with the indexes that its space asks for, and returns its key. With `null` it
 * belongs to no space.
 */
export function addContent(connection: SqliteConnection, spaceId: string | null, head: ContentHead): number {
  const key = Number(connection.prepare(INSERT).run(...valuesOf(head), spaceId).lastInsertRowid);
  const find = connection.rows<[settings: string]>('SELECT settings FROM space WHERE id = ?');
  const [settings] = (spaceId === null ? undefined : find.get(spaceId)) ?? [];
  if (settings !== undefined) addIndexes(connection, key, indexedPaths(parseSettings(settings)));
  if (spaceId !== null) addRollup(connection, key, 'ready');
  return key;
}

const parseSettings: (json: string) => Space['settings'] = JSON.parse;

const UPDATE = `
  UPDATE space_content
  SET version = ?, oldest_version = ?, total = ?, bounds_exact = ?, west = ?, south = ?, east = ?, north = ?, summary = ?
  WHERE key = ?`;

export function changeContent(connection: SqliteConnection, key: number, head: ContentHead): void {
  connection.prepare(UPDATE).run(...valuesOf(head), key);
}

/** Detaches the content from its space, so that its features are not found any more. */
export function leaveContent(connection: SqliteConnection, key: number): void {
  connection.prepare('UPDATE space_content SET space_id = NULL WHERE key = ?').run(key);
  removeIndexes(connection, key);
  leaveRollup(connection, key);
}

/** Stores the time of a change of content in the space. */
export function touchSpace(connection: SqliteConnection, spaceId: string, now: number): void {
  connection
    .prepare('UPDATE space SET content_updated_at = max(content_updated_at, ?) WHERE id = ?')
    .run(now, spaceId);
}

function valuesOf({
  version,
  oldestVersion,
  total,
  boundsExact,
  bounds,
  summary,
}: ContentHead): readonly unknown[] {
  const edges = bounds ?? [null, null, null, null];
  return [version, oldestVersion, total, Number(boundsExact), ...edges, JSON.stringify(summary)];
}
