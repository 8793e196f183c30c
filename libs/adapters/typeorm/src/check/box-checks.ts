import type { BoundingBox } from '@cairn/geometry';
import { boundsOf, boxesOf } from '@cairn/spaces/spi';
import type { Dialect } from '../sql/database.js';
import { extentOf } from '../postgres/features/criteria/extent.js';
import type { Statements } from '../sql/statements.js';
import type { Check } from './finding.js';
import { contentsOf, featuresOf, featureTables, lockedContent, type FeatureTables } from './space-checks.js';

const ANTIMERIDIAN = 180;

interface BoundsRow {
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}

/**
 * The box of a space contains the boxes of its features. It may be larger, because a deletion does not shrink it at
 * once.
 */
export function boundsCheck(dialect: Pick<Dialect, 'contents'>): Check {
  const tables = featureTables(dialect);
  const { contents } = tables;
  return {
    name: 'space-bounds',
    async *find(statements) {
      for (const { key, spaceId } of await contentsOf(statements, tables)) {
        const [row] = await statements.sql<readonly BoundsRow[]>`
          SELECT west, south, east, north FROM ${() => contents} WHERE key = ${key}`;
        for await (const box of boxesIn(statements, tables, key)) {
          if (row !== undefined && isAround(row, box)) continue;
          yield {
            check: 'space-bounds',
            subject: spaceId,
            problem: 'its box is not around all of its features',
            remedy: 'work the box out again',
          };
          break;
        }
      }
    },
    repair: async (database, spaceId) => {
      await database.write(
        async (manager) => {
          const key = await lockedContent(manager, tables, spaceId);
          if (key === undefined) return;
          let bounds: BoundingBox | undefined;
          for await (const box of boxesIn(manager, tables, key)) bounds = boundsOf([bounds, box]);
          const [west = null, south = null, east = null, north = null] = bounds ?? [];
          await manager.sql`UPDATE ${() => contents}
            SET west = ${west}, south = ${south}, east = ${east}, north = ${north} WHERE key = ${key}`;
        },
        { budget: 'bulk' },
      );
    },
  };
}

async function* boxesIn(
  statements: Statements,
  tables: FeatureTables,
  key: number,
): AsyncGenerator<BoundingBox, void> {
  for await (const rows of featuresOf(statements, tables, key))
    for (const { body } of rows) yield* boxesOf(body);
}

/** A feature that only touches the antimeridian counts to either side. */
function isAround(bounds: BoundsRow, [west, south, east, north]: BoundingBox): boolean {
  if (bounds.west === null || bounds.south === null || bounds.east === null || bounds.north === null)
    return false;
  if (bounds.south > south || bounds.north < north) return false;
  const onlyTouches = west === east && Math.abs(west) === ANTIMERIDIAN;
  return onlyTouches || (bounds.west <= west && east <= bounds.east);
}

const onPostgres = featureTables({ contents: 'feature_space' });

/** On PostgreSQL every feature is indexed by the box of its geometry. */
export const extentCheck: Check = {
  name: 'feature-boxes',
  async *find(statements) {
    for (const { key, spaceId } of await contentsOf(statements, onPostgres))
      for await (const rows of featuresOf(statements, onPostgres, key)) {
        const expected = JSON.stringify(
          rows.map(({ id, body }) => ({ id, extent: extentOf(key, boxesOf(body)) })),
        );
        // `~=` treats boxes that differ only by rounding as the same.
        const [broken] = await statements.sql<readonly { readonly count: number }[]>`
          SELECT CAST(count(*) AS double precision) AS count
          FROM json_to_recordset(${expected}::json) AS wanted (id text, extent box)
          JOIN feature ON feature.space_key = ${key} AND feature.id = wanted.id
          WHERE NOT COALESCE(feature.extent ~= wanted.extent, feature.extent IS NULL AND wanted.extent IS NULL)`;
        if (broken === undefined || broken.count === 0) continue;
        yield {
          check: 'feature-boxes',
          subject: spaceId,
          problem: 'its features are indexed by other boxes than they have',
          remedy: 'index them again',
        };
        break;
      }
  },
  repair: async (database, spaceId) => {
    await database.write(
      async (manager) => {
        const key = await lockedContent(manager, onPostgres, spaceId);
        if (key === undefined) return;
        for await (const rows of featuresOf(manager, onPostgres, key))
          for (const { id, body } of rows)
            await manager.sql`UPDATE feature SET extent = ${extentOf(key, boxesOf(body))}::box
              WHERE space_key = ${key} AND id = ${id}`;
      },
      { budget: 'bulk' },
    );
  },
};
