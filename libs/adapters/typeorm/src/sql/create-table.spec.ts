import { describe, expect, it } from '@jest/globals';
import { migrationsOf, statementsOf } from './create-table.js';
import { integer, key, oneOf, optional, selection, table, text } from './table.js';

interface Row {
  readonly owner: string;
  readonly name: string;
  readonly kind: string;
  readonly endedAt: number | null;
  readonly order: number;
}

const jobs = table<Row>(
  'job',
  {
    owner: { ...text, references: 'account (id) ON DELETE CASCADE' },
    name: text,
    kind: { ...oneOf('large', 'small'), default: 'small' },
    endedAt: optional(integer),
    order: { ...integer, column: 'place', check: 'place > 0', unique: true },
  },
  {
    primaryKey: ['owner', 'name'],
    unique: [['kind', 'endedAt']],
    indexes: {
      job_by_end: '(ended_at DESC) WHERE ended_at IS NOT NULL',
      job_one_large: `UNIQUE (owner) WHERE kind = 'large'`,
    },
    withoutRowid: true,
  },
);

const language = {
  database: 'sqlite',
  types: { text: 'TEXT', integer: 'INTEGER', key: 'INTEGER PRIMARY KEY AUTOINCREMENT' },
  end: ({ withoutRowid }: { readonly withoutRowid: boolean }) => (withoutRowid ? ' WITHOUT ROWID' : ''),
  contents: 'space_content',
} as const;

describe('A described table', () => {
  it('is created with its columns, keys, conditions and indexes', () => {
    expect(statementsOf(jobs, language)).toEqual([
      `CREATE TABLE job (
  owner TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'small' CHECK (kind IN ('large', 'small')),
  ended_at INTEGER,
  place INTEGER NOT NULL UNIQUE CHECK (place > 0),
  PRIMARY KEY (owner, name),
  UNIQUE (kind, ended_at)
) WITHOUT ROWID`,
      'CREATE INDEX job_by_end ON job (ended_at DESC) WHERE ended_at IS NOT NULL',
      `CREATE UNIQUE INDEX job_one_large ON job (owner) WHERE kind = 'large'`,
    ]);
  });

  it('may have a key that the database assigns, and refer to the contents', () => {
    const contents = table('part', {
      key,
      content: { ...integer, references: (name) => `${name} (key)` },
    });
    expect(statementsOf(contents, language)).toEqual([
      `CREATE TABLE part (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  content INTEGER NOT NULL REFERENCES space_content (key)
)`,
    ]);
  });

  it('has the first column as its key, unless others are given', () => {
    expect(statementsOf(table('preset', { name: text }), language)).toEqual([
      `CREATE TABLE preset (
  name TEXT NOT NULL PRIMARY KEY
)`,
    ]);
  });

  it('is selected by its properties', () => {
    expect(selection(jobs, ['endedAt', 'order'])()).toBe('job.ended_at AS "endedAt", job.place AS "order"');
    expect(selection(jobs)()).toContain('job.owner AS "owner"');
  });

  it('is changed by the migrations since which it, a column or an index is there', () => {
    const grown = table(
      'note',
      {
        id: text,
        body: { ...optional(text), since: 'Body2' },
        size: { ...integer, default: 0, since: 'Size3' },
      },
      { indexes: { note_by_body: { of: '(body)', since: 'Body2' } } },
    );
    expect(migrationsOf(grown)).toEqual(['Body2', 'Size3', 'Body2']);
    expect(statementsOf(grown, language)).toEqual(['CREATE TABLE note (\n  id TEXT NOT NULL PRIMARY KEY\n)']);
    expect(statementsOf(grown, language, 'Body2')).toEqual([
      'ALTER TABLE note ADD COLUMN body TEXT',
      'CREATE INDEX note_by_body ON note (body)',
    ]);
    expect(statementsOf(grown, language, 'Size3')).toEqual([
      'ALTER TABLE note ADD COLUMN size INTEGER NOT NULL DEFAULT 0',
    ]);
    const late = table('late', { id: text }, { since: 'Late4', indexes: { late_by_id: '(id)' } });
    expect(statementsOf(late, language, 'Late4')).toHaveLength(2);
    expect([statementsOf(late, language), statementsOf(late, language, 'Size3')]).toEqual([[], []]);
  });

  describe('whose column may hold more texts since a migration', () => {
    const shared = table(
      'share',
      {
        id: text,
        kind: { ...oneOf('image', 'map'), widened: 'Maps0000000000002' },
        uses: { ...integer, default: 0, since: 'Uses0000000000001' },
        owner: { ...optional(text), since: 'Owner0000000000003' },
      },
      {
        indexes: {
          share_by_kind: '(kind)',
          share_by_owner: { of: '(owner)', since: 'Owner0000000000003' },
        },
      },
    );

    it('gets another condition on PostgreSQL', () => {
      expect(migrationsOf(shared)).toContain('Maps0000000000002');
      expect(statementsOf(shared, { ...language, database: 'postgres' }, 'Maps0000000000002')).toEqual([
        'ALTER TABLE share DROP CONSTRAINT share_kind_check',
        "ALTER TABLE share ADD CONSTRAINT share_kind_check CHECK (kind IN ('image', 'map'))",
      ]);
    });

    it('is made again on SQLite, without what later migrations add', () => {
      expect(statementsOf(shared, language, 'Maps0000000000002')).toEqual([
        `CREATE TABLE share_wider (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('image', 'map')),
  uses INTEGER NOT NULL DEFAULT 0
)`,
        'INSERT INTO share_wider (id, kind, uses) SELECT id, kind, uses FROM share',
        'DROP TABLE share',
        'ALTER TABLE share_wider RENAME TO share',
        'CREATE INDEX share_by_kind ON share (kind)',
      ]);
    });
  });
});
