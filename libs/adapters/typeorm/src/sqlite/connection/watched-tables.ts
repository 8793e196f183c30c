import { ApiKeySchema } from '../../access/account-schema.js';
import { GrantSchema, GroupMemberSchema } from '../../access/grant-schema.js';
import { LinkSchema } from '../../access/link-schema.js';
import { SessionSchema, UserSchema } from '../../access/user-schema.js';
import { SpaceSchema } from '../../spaces/space-schema.js';
import { tableGroups, type TableGroup } from '../../sql/repository.js';
import type { SharedCounter } from './shared-counter.js';
import type { SharedCounters } from './shared-counters.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { sqlite } from './sqlite-dialect.js';
import type { CommitWatch } from './write-queue.js';

/** A table that cached lookups read, and its column with their key, if they read nothing but rows with that key. */
interface WatchedTable {
  readonly table: string;
  readonly key?: string;
}

/** What cached lookups read: all tables of each of them are in its group. */
export const tablesOf: Readonly<Record<TableGroup, readonly WatchedTable[]>> = {
  spaces: [
    { table: SpaceSchema.name, key: 'id' },
    { table: sqlite.contents, key: 'space_id' },
  ],
  access: [ApiKeySchema, SessionSchema, UserSchema, LinkSchema, GrantSchema, GroupMemberSchema].map(
    ({ name }) => ({ table: name }),
  ),
};

const EVENTS = { INSERT: ['NEW'], UPDATE: ['OLD', 'NEW'], DELETE: ['OLD'] } as const;

/**
 * Counts the commits that change rows of a group of tables. SQLite itself tells of the changes, by triggers that only
 * this connection has: whatever makes them, no list of writes is needed that could lack one.
 */
export class WatchedTables implements CommitWatch {
  private readonly changed = new Set<SharedCounter>();

  constructor(
    private readonly connection: SqliteConnection,
    private readonly counters: SharedCounters,
  ) {
    for (const group of tableGroups) {
      connection.define(`note_${group}`, (key) => {
        if (typeof key === 'string') this.changed.add(counters.of(group, key));
      });
      for (const watched of tablesOf[group]) this.watch(group, watched);
    }
  }

  beforeCommit(): void {
    for (const counter of [this.counters.all, ...this.changed]) counter.begin();
  }

  afterCommit(): void {
    for (const counter of [this.counters.all, ...this.changed]) counter.end();
    this.changed.clear();
  }

  private watch(group: TableGroup, { table, key }: WatchedTable): void {
    for (const [event, rows] of Object.entries(EVENTS)) {
      const keys = rows.map((row) => (key === undefined ? `''` : `${row}.${key}`));
      const notes = keys.map((given) => `SELECT note_${group}(${given});`).join(' ');
      const trigger = `CREATE TEMP TRIGGER ${event.toLowerCase()}_${table} AFTER ${event} ON main.${table}`;
      this.connection.prepare(`${trigger} BEGIN ${notes} END`).run();
    }
  }
}
