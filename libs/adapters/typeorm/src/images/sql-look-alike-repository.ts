import {
  completeGroups,
  gatherGroups,
  MAX_LOOK_ALIKES,
  type LookAlikeGroup,
  type LookAlikePair,
  type LookAlikeRepository,
} from '@cairn/images/spi';
import type { Page, PageRequest, Position } from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { listOf, run, type Sql } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { findImages } from './gallery/index-images.js';

/** PostgreSQL and SQLite take more parameters than this. */
const IDS_AT_ONCE = 1_000;

/** Pairs as rows of a relational database. `compareImage` stores them, and `forgetLookAlikes` removes them. */
export class SqlLookAlikeRepository implements LookAlikeRepository {
  constructor(private readonly database: Database) {}

  async list(owner: string, { limit, after = BEFORE_NEWEST }: PageRequest): Promise<Page<LookAlikeGroup>> {
    return await this.database.read(
      async (manager) => {
        const heads = await findHeads(manager, { owner, limit: limit + 1, after });
        const listed = heads.slice(0, limit);
        const gathered = await gatherGroups(
          listed.map(({ id }) => id),
          async (ids) => await findPairs(manager, ids),
        );
        const ids = [...new Set(gathered.flatMap((group) => group.ids))];
        const images = await inParts(ids, async (some) => await findImages(manager, { owner, ids: some }));
        const last = listed.at(-1);
        return {
          items: completeGroups(gathered, images),
          ...(heads.length > limit && last !== undefined && { next: { ...last } }),
        };
      },
      { budget: 'listing' },
    );
  }

  async dismiss(owner: string, ids: readonly string[]): Promise<number> {
    return await this.mark(owner, ids, 1);
  }

  async recall(owner: string, ids: readonly string[]): Promise<number> {
    return await this.mark(owner, ids, 0);
  }

  private async mark(owner: string, ids: readonly string[], dismissed: 0 | 1): Promise<number> {
    if (ids.length === 0) return 0;
    return await this.database.write(async (manager) => {
      const among: Sql = (parameter) =>
        `newer_id IN ${listOf(ids)(parameter)} AND older_id IN ${listOf(ids)(parameter)}`;
      const changed = await run<unknown>(
        manager,
        (parameter) => `UPDATE look_alike SET dismissed = ${dismissed}
          WHERE owner = ${parameter(owner)} AND dismissed = ${1 - dismissed} AND ${among(parameter)} RETURNING 1`,
      );
      return this.database.dialect.rowsOf(changed).length;
    });
  }
}

interface HeadRequest {
  readonly owner: string;
  readonly limit: number;
  readonly after: Position;
}

/** The images that are like older ones and like none that are newer, by their place. */
async function findHeads(
  manager: Statements,
  { owner, limit, after }: HeadRequest,
): Promise<readonly Position[]> {
  const rows = await manager.sql<readonly Position[]>`
    SELECT DISTINCT CAST(newer_at AS double precision) AS at, newer_id AS id, newer_at
    FROM look_alike AS pair
    WHERE owner = ${owner} AND dismissed = 0 AND (newer_at, newer_id) < (${after.at}, ${after.id})
      AND NOT EXISTS (SELECT 1 FROM look_alike AS newer
        WHERE newer.older_id = pair.newer_id AND newer.dismissed = 0)
    ORDER BY newer_at DESC, newer_id DESC LIMIT ${limit}`;
  return Array.from(rows, ({ at, id }) => ({ at, id }));
}

/** The pairs that are not dismissed of these images, of each with as many others as a group has. */
async function findPairs(manager: Statements, ids: readonly string[]): Promise<readonly LookAlikePair[]> {
  const rows = await inParts(ids, async (some) => {
    const found: LookAlikePair[] = [];
    for (const column of ['newer_id', 'older_id']) {
      const limit = some.length * MAX_LOOK_ALIKES;
      const pairs: Sql = (parameter) => `SELECT newer_id AS "newerId", older_id AS "olderId",
          CAST(distance AS double precision) AS distance FROM look_alike
        WHERE ${column} IN ${listOf(some)(parameter)} AND dismissed = 0 LIMIT ${parameter(limit)}`;
      found.push(...(await run<LookAlikePair>(manager, pairs)));
    }
    return found;
  });
  return rows.map(({ newerId, olderId, distance }) => ({ newerId, olderId, distance }));
}

async function inParts<T>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    found.push(...(await find(ids.slice(start, start + IDS_AT_ONCE))));
  return found;
}
