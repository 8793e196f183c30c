import { traceKinds } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import Sqlite from 'sqlite-driver';
import { laterMigrations, laterStatements } from '../schema/tables.js';
import { sqliteLanguage, sqliteSchema } from '../schema/sqlite-schema.js';
import { isReferredToByNone, ownerTables } from './owner-columns.js';

/** Columns with such a name that hold nobody's identifier, and why. */
const others: Readonly<Record<string, string>> = {
  'access_grant.resource_type': 'says what is shared',
  'webhook_endpoint.disabled_by': 'says why',
  'user_session.user_agent': 'a browser; the row goes with its user',
};

const looksLikeSomebody = /owner|account|user|actor|principal|grantee|_by$/;

/** All columns, as the database itself lists them: also those of tables that have no description. */
function columns(): readonly string[] {
  const file = new Sqlite(':memory:');
  for (const statement of sqliteSchema()) file.exec(statement);
  for (const migration of laterMigrations)
    for (const statement of laterStatements(migration, sqliteLanguage)) file.exec(statement);
  const names = file
    .prepare<[], string>(
      `SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'`,
    )
    .pluck()
    .all();
  file.close();
  return names;
}

const held = ownerTables.flatMap(({ table, columns: own }) => own.map(({ name }) => `${table.name}.${name}`));

describe('the columns that hold an identifier of an owner or an actor', () => {
  it('are all described as such', () => {
    const missing = columns()
      .filter((name) => looksLikeSomebody.test(name.slice(name.indexOf('.') + 1)))
      .filter((name) => !held.includes(name) && others[name] === undefined);
    expect(missing).toEqual([]);
  });

  it('include those that are called otherwise', () => {
    expect(held).toEqual(expect.arrayContaining(['account.id', 'app_user.id']));
  });

  it('are of every kind', () => {
    expect(new Set(ownerTables.map(({ kind }) => kind))).toEqual(new Set(traceKinds));
  });

  it('belong to tables of which an owner’s rows go, or all of which something else deletes', () => {
    for (const { table, columns: own } of ownerTables)
      expect([table.name, own.some(({ erasing }) => erasing === 'row' || erasing === 'apart')]).toEqual([
        table.name,
        true,
      ]);
  });
});

it('a row goes only once no row refers to it that would stay', () => {
  const referred = ownerTables.filter(({ table }) => isReferredToByNone(table).length > 0);
  expect(referred.map(({ table }) => table.name)).toEqual(['catalog', 'api_key', 'account']);
});
