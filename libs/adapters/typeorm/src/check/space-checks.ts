import { type CellGrid, middleOf } from '@cairn/geometry';
import type { MemberPath } from '@cairn/spaces';
import {
  boxesOf,
  openRollupGrids,
  RollupChange,
  type RollupCount,
  type RollupDetail,
  termsOf,
} from '@cairn/spaces/spi';
import type { Dialect } from '../sql/database.js';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import type { Check } from './finding.js';

/** Names of tables and columns for features, which differ between the databases. */
export interface FeatureTables {
  /** As in `Dialect.contents`. */
  readonly contents: string;
  /** The column of `feature` with the key of a content. */
  readonly content: string;
  /** The column of `feature` and of `feature_term` that identifies a feature in an index. */
  readonly entry: string;
}

/** SQLite identifies a feature by its number, PostgreSQL by its content and id. */
export function featureTables({ contents }: Pick<Dialect, 'contents'>): FeatureTables {
  return contents === 'space_content'
    ? { contents, content: 'content', entry: 'number' }
    : { contents, content: 'space_key', entry: 'id' };
}

const FEATURES_AT_ONCE = 200;

interface FeatureRow {
  readonly id: string;
  readonly entry: string | number;
  readonly body: string;
}

/** The rules of features. They check the content of each space. The subject of a finding is the id of the space. */
export function spaceChecks(dialect: Pick<Dialect, 'contents'>): readonly Check[] {
  const tables = featureTables(dialect);
  return [featureCountCheck(tables), rollupCheck(tables), indexCheck(tables)];
}

interface Content {
  readonly key: number;
  readonly spaceId: string;
}

export const contentsOf = async (
  statements: Statements,
  { contents }: FeatureTables,
): Promise<readonly Content[]> =>
  await statements.sql<readonly Content[]>`
    SELECT key, space_id AS "spaceId" FROM ${() => contents} WHERE space_id IS NOT NULL ORDER BY key`;

/** The features of a content by their ids. */
export async function* featuresOf(
  statements: Statements,
  { content, entry }: FeatureTables,
  key: number,
): AsyncGenerator<readonly FeatureRow[], void> {
  for (let after = ''; ;) {
    const rows = await statements.sql<readonly FeatureRow[]>`
      SELECT id, ${() => entry} AS entry, body FROM feature
      WHERE ${() => content} = ${key} AND id > ${after} ORDER BY id LIMIT ${FEATURES_AT_ONCE}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

export const lockedContent = async (
  statements: Statements,
  { contents }: FeatureTables,
  spaceId: string,
): Promise<number | undefined> => {
  const lock = contents === 'space_content' ? '' : 'FOR UPDATE';
  const [row] = await statements.sql<readonly { readonly key: number }[]>`
    SELECT key FROM ${() => contents} WHERE space_id = ${spaceId} ${() => lock}`;
  return row?.key;
};

/** The feature count of a space is right. */
function featureCountCheck(tables: FeatureTables): Check {
  const { contents, content } = tables;
  const counted = `(SELECT count(*) FROM feature WHERE ${content} = ${contents}.key)`;
  return {
    name: 'feature-count',
    async *find(statements) {
      const rows = await statements.sql<
        readonly { readonly spaceId: string; readonly total: number; readonly features: number }[]
      >`
        SELECT space_id AS "spaceId", total, ${() => counted} AS features FROM ${() => contents}
        WHERE space_id IS NOT NULL AND total <> ${() => counted} ORDER BY key`;
      for (const { spaceId, total, features } of rows)
        yield {
          check: 'feature-count',
          subject: spaceId,
          problem: `${total} features are counted, and there are ${features}`,
          remedy: 'count again',
        };
    },
    repair: async (database, spaceId) => {
      await database.write(
        async (manager) => {
          await lockedContent(manager, tables, spaceId);
          await manager.sql`UPDATE ${() => contents} SET total = ${() => counted} WHERE space_id = ${spaceId}`;
        },
        { budget: 'bulk' },
      );
    },
  };
}

/** Counts by cells are sums of the features. */
function rollupCheck(tables: FeatureTables): Check {
  return {
    name: 'cell-counts',
    async *find(statements) {
      let grids: readonly CellGrid[] | undefined;
      for (const { key, spaceId } of await contentsOf(statements, tables)) {
        const rollups = await statements.sql<
          readonly { readonly key: number; readonly detail: RollupDetail }[]
        >`
          SELECT key, detail FROM cell_rollup WHERE content = ${key} AND state = 'ready' ORDER BY key`;
        if (rollups.length === 0) continue;
        grids ??= await openRollupGrids();
        const expected = new Map(
          rollups.map(({ key: rollup, detail }) => [rollup, new RollupChange(grids ?? [], detail)]),
        );
        for await (const rows of featuresOf(statements, tables, key))
          for (const { body } of rows) {
            const change = { from: undefined, to: middleOf(boxesOf(body)) };
            for (const rollup of expected.values()) rollup.add(change);
          }
        for (const [rollup, change] of expected) {
          const stored = await statements.sql<readonly RollupCount[]>`
            SELECT layer, x, y, hex, count FROM cell_count WHERE rollup = ${rollup} AND count <> 0`;
          if (isSame(stored, change.total())) continue;
          yield {
            check: 'cell-counts',
            subject: spaceId,
            problem: 'its features are not counted right by cells',
            remedy: 'let the job index-features count again',
          };
          break;
        }
      }
    },
    repair: async (database, spaceId) => {
      await database.write(async (manager) => {
        const key = await lockedContent(manager, tables, spaceId);
        if (key === undefined) return;
        await manager.sql`UPDATE cell_rollup SET state = 'leaving' WHERE content = ${key}`;
        await manager.sql`INSERT INTO cell_rollup (content, state, detail) VALUES (${key}, 'building', 'coarse')`;
      });
    },
  };
}

function isSame(stored: readonly RollupCount[], expected: readonly RollupCount[]): boolean {
  const name = ({ layer, x, y, hex, count }: RollupCount): string =>
    JSON.stringify([layer, x, y, hex, count]);
  const wanted = new Set(expected.map(name));
  return stored.length === wanted.size && stored.every((one) => wanted.has(name(one)));
}

interface Index {
  readonly key: number;
  readonly path: string;
}

/** An index of a property has the terms of the features. */
function indexCheck(tables: FeatureTables): Check {
  const { entry } = tables;
  return {
    name: 'property-index',
    async *find(statements) {
      for (const { key, spaceId } of await contentsOf(statements, tables)) {
        const indexes = await statements.sql<readonly Index[]>`
          SELECT key, path FROM property_index WHERE content = ${key} AND state = 'ready' ORDER BY key`;
        if (indexes.length > 0 && !(await areRight(statements, { key, indexes })))
          yield {
            check: 'property-index',
            subject: spaceId,
            problem: 'its features are not indexed right by their properties',
            remedy: 'let the job index-features index again',
          };
      }
    },
    repair: async (database, spaceId) => {
      await database.write(async (manager) => {
        const key = await lockedContent(manager, tables, spaceId);
        if (key === undefined) return;
        await manager.sql`INSERT INTO property_index (content, path, state)
          SELECT content, path, 'building' FROM property_index WHERE content = ${key} AND state = 'ready'`;
        await manager.sql`UPDATE property_index SET state = 'leaving' WHERE content = ${key} AND state = 'ready'`;
      });
    },
  };

  async function areRight(
    statements: Statements,
    { key, indexes }: { readonly key: number; readonly indexes: readonly Index[] },
  ): Promise<boolean> {
    // This adapter wrote the value.
    const paths = indexes.map(({ path }) => JSON.parse(path) as MemberPath);
    const keys = listOf(indexes.map((index) => index.key));
    let found = 0;
    for await (const rows of featuresOf(statements, tables, key)) {
      const entries = listOf(rows.map((row) => row.entry));
      const stored = await run<{
        readonly index: number;
        readonly entry: string | number;
        readonly term: string;
      }>(
        statements,
        (parameter) => `SELECT index_key AS "index", ${entry} AS entry, term FROM feature_term
          WHERE index_key IN ${keys(parameter)} AND ${entry} IN ${entries(parameter)}`,
      );
      const terms = new Map(stored.map((row) => [`${row.index} ${row.entry}`, row.term]));
      found += stored.length;
      for (const row of rows)
        for (const [place, term] of termsOf(row.body, paths).entries())
          if (terms.get(`${indexes[place]?.key} ${row.entry}`) !== term) return false;
    }
    const [all] = await run<{ readonly count: number }>(
      statements,
      (parameter) => `SELECT count(*) AS count FROM feature_term WHERE index_key IN ${keys(parameter)}`,
    );
    return all?.count === found;
  }
}
