import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DatabaseBackups, DatabaseCopy } from '@cairn/kernel';
import { engines } from '../engines.spec.kit.js';
import { FORMER } from '../schema/former-schema.js';
import { describedTables } from '../schema/migrate.spec.kit.js';
import { columnName, type AnyTable } from '../sql/table.js';
import { postgresBackups } from './open-backups.js';
import type { CopiedSchema } from './postgres-copy.js';

const { signal } = new AbortController();

const described = (name: string): AnyTable | undefined =>
  describedTables.find((table) => table.name === name);

/** The columns that the table had in the build before. */
function formerColumns({ name, columns }: CopiedSchema['tables'][number]): string {
  const table = described(name);
  const younger = Object.entries(table?.columns ?? {})
    .filter(([, { since }]) => since !== undefined)
    .map(([property]) => (table === undefined ? property : columnName(table, property)));
  const missing = name === 'audit_entry' ? [...younger, 'times'] : younger;
  return columns
    .split(', ')
    .filter((column) => !missing.includes(column.replaceAll('"', ''))) // "position" is a word of SQL
    .join(', ');
}

describe.each(engines.filter(({ name }) => name !== 'SQLite'))('a restore of $name', (engine) => {
  let places: string[];
  let folder: string;
  let copy: DatabaseCopy;
  let elsewhere: DatabaseBackups;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-postgres-restore-'));
    places = [await engine.newPlace(), await engine.newPlace()];
    const [place = '', empty = ''] = places;
    const store = await engine.openIn(place);
    await store.repositories.installations.claim('here');
    await store.close();
    copy = await (await postgresBackups({ url: place })).copy({ folder, signal });
    elsewhere = await postgresBackups({ url: empty });
  });

  afterEach(async () => {
    for (const place of places) await engine.leave(place);
    await rm(folder, { recursive: true });
  });

  const restored = async (migrations = copy.migrations): Promise<void> =>
    await elsewhere.restore({
      folder,
      copy: { migrations },
      name: 'one',
      removed: [],
      ageMs: 0,
      restoredAt: 1,
    });

  const forge = async (change: (schema: CopiedSchema) => unknown): Promise<void> => {
    const path = join(folder, 'schema.json');
    const schema = JSON.parse(await readFile(path, 'utf8')) as CopiedSchema; // as the copy wrote it
    const forged = change(schema);
    await writeFile(path, typeof forged === 'string' ? forged : JSON.stringify(forged));
  };

  it.each<[string, (schema: CopiedSchema) => unknown]>([
    [
      'columns that are SQL',
      ({ tables, ...rest }) => ({
        ...rest,
        tables: tables.map((table) => ({ ...table, columns: `id) FROM PROGRAM 'touch /tmp/forged' --` })),
      }),
    ],
    [
      'a name that is SQL',
      ({ tables, ...rest }) => ({
        ...rest,
        tables: [...tables, { name: 'account"; DROP TABLE account; --', columns: 'id' }],
      }),
    ],
    [
      'a column too few',
      ({ tables, ...rest }) => ({
        ...rest,
        tables: tables.map((table) => ({ ...table, columns: table.columns.replace(/, [^,]*$/, '') })),
      }),
    ],
    ['tables that are none', (schema) => ({ ...schema, tables: [null] })],
    ['no tables', () => ({})],
    ['no JSON', () => '{'],
    ['more than one has', () => `"${'x'.repeat(2_000_000)}"`],
  ])('makes nothing of a copy with %s', async (_, change) => {
    await forge(change);
    await expect(restored()).rejects.toMatchObject({ name: 'CopyDiffers' });
  });

  it('takes the copy as it was made', async () => {
    await restored();
    expect((await elsewhere.facts()).installation).toBe('here');
  });

  it('takes a copy of the build before, which lacks columns', async () => {
    await forge(({ tables: copied, ...rest }) => ({
      ...rest,
      tables: copied
        .filter(({ name }) => described(name)?.since === undefined)
        .map((table) => ({ ...table, columns: formerColumns(table) })),
    }));
    await expect(restored()).rejects.toMatchObject({ name: 'CopyDiffers' });
    await restored(FORMER);
    expect((await elsewhere.facts()).installation).toBe('here');
  });
});
