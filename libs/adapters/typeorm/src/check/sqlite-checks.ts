import { boxesOf, featureLevel } from '@cairn/spaces/spi';
import { boxKeys, edgesAround, type Edges } from '../sqlite/features/rows/feature-row.js';
import { OVERVIEW_LEVEL, overviewSlabOf, slabOf } from '../sqlite/features/rows/box-tree.js';
import type { Statements } from '../sql/statements.js';
import type { Finding } from '@cairn/kernel';
import type { Check } from './finding.js';

const MOST_PROBLEMS = 20;

/** What SQLite itself checks: pages, indexes, and references between tables. */
export const fileCheck: Check = {
  name: 'file',
  async *find(statements) {
    const pages = await statements.query<readonly { readonly integrity_check: string }[]>(
      'PRAGMA integrity_check(20)',
    );
    for (const { integrity_check: problem } of pages)
      if (problem !== 'ok') yield { check: this.name, subject: 'database', problem };
    const references =
      await statements.query<readonly { readonly table: string; readonly parent: string }[]>(
        'PRAGMA foreign_key_check',
      );
    for (const { table, parent } of references.slice(0, MOST_PROBLEMS))
      yield { check: this.name, subject: table, problem: `refers to a row of ${parent} that is not there` };
  },
};

const FEATURES_AT_ONCE = 500;

/** Of 32 bits. */
const ROUNDING = 2 ** -23;

interface Row {
  readonly number: number;
  readonly content: number;
  readonly id: string;
  readonly body: string;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}

interface BoxRow {
  readonly id: number;
  readonly slab: number;
}

/** The trees contain the boxes of all features, and no others. */
export const boxCheck: Check = {
  name: 'feature-boxes',
  async *find(statements) {
    for (let after = 0; ;) {
      const rows = await rowsOf(statements, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const row of rows)
        if (!(await isPlaced(statements, row))) yield broken(String(row.number), row.id);
      after = last.number;
    }
    for (const tree of ['feature_box', 'feature_overview']) {
      const left = await statements.sql<readonly { readonly number: number }[]>`
        SELECT DISTINCT box.id / 2 AS number FROM ${() => tree} AS box
        WHERE NOT EXISTS (SELECT 1 FROM feature WHERE number = box.id / 2)`;
      for (const { number } of left) yield broken(String(number), `no feature, in ${tree}`);
    }
  },
  async repair(database, subject) {
    const number = Number(subject);
    await database.write(async (manager) => {
      for (const tree of ['feature_box', 'feature_overview'])
        await manager.sql`DELETE FROM ${() => tree} WHERE id IN (${number * 2}, ${number * 2 + 1})`;
      const [row] = await rowsOf(manager, number - 1, number);
      if (row === undefined) return;
      const boxes = boxesOf(row.body);
      const level = featureLevel(row.id, boxes);
      const edges = edgesAround(boxes);
      await manager.query('UPDATE feature SET west = ?, south = ?, east = ?, north = ? WHERE number = ?', [
        ...edges,
        number,
      ]);
      for (const [index, key] of boxKeys(number, edges).entries()) {
        const [west, south, east, north] = boxes[index] ?? [0, 0, 0, 0];
        const box = [key, west, east, south, north];
        await manager.query(ADD('feature_box'), [...box, ...slabOf(row.content, level)]);
        if (level <= OVERVIEW_LEVEL)
          await manager.query(ADD('feature_overview'), [...box, ...overviewSlabOf(row.content, level)]);
      }
    });
  },
};

const ADD = (tree: string): string => `INSERT INTO ${tree} VALUES (?, ?, ?, ?, ?, ?, ?)`;

function broken(number: string, of: string): Finding {
  return {
    check: 'feature-boxes',
    subject: number,
    problem: `the trees have other boxes than the feature ${number} (${of})`,
    remedy: 'place it again',
  };
}

async function rowsOf(
  statements: Statements,
  after: number,
  last = Number.MAX_SAFE_INTEGER,
): Promise<readonly Row[]> {
  return await statements.sql<readonly Row[]>`
    SELECT number, content, id, body, west, south, east, north FROM feature
    WHERE number > ${after} AND number <= ${last} ORDER BY number LIMIT ${FEATURES_AT_ONCE}`;
}

/** The trees round to 32 bits, so keys and levels are compared instead of boxes. */
async function isPlaced(statements: Statements, row: Row): Promise<boolean> {
  const { number, content, id } = row;
  const boxes = boxesOf(row.body);
  const edges = edgesAround(boxes);
  const stored: Edges = [row.west, row.south, row.east, row.north];
  if (edges.some((edge, side) => edge !== stored[side])) return false;
  const keys = boxKeys(number, edges);
  const level = featureLevel(id, boxes);
  const [start] = level <= OVERVIEW_LEVEL ? overviewSlabOf(content, level) : [undefined];
  const slab = slabOf(content, level)[0];
  return (
    isSame(await inTree(statements, 'feature_box', number), keys, slab) &&
    isSame(await inTree(statements, 'feature_overview', number), start === undefined ? [] : keys, start ?? 0)
  );
}

function isSame(stored: readonly BoxRow[], keys: readonly number[], slab: number): boolean {
  return (
    stored.length === keys.length &&
    stored.every((box) => keys.includes(box.id) && Math.abs(box.slab - slab) <= slab * ROUNDING)
  );
}

const inTree = async (statements: Statements, tree: string, number: number): Promise<readonly BoxRow[]> =>
  await statements.sql<readonly BoxRow[]>`
    SELECT id, slab_start AS slab FROM ${() => tree} WHERE id IN (${number * 2}, ${number * 2 + 1})`;
