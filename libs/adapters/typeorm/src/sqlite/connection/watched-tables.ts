import { ApiKeySchema } from '../../access/account-schema.js';
import { GrantSchema, GroupMemberSchema } from '../../access/grant-schema.js';
import { LinkSchema } from '../../access/link-schema.js';
import { SessionSchema, UserSchema } from '../../access/user-schema.js';
import { SpaceSchema } from '../../spaces/space-schema.js';
import { tableGroups, type TableGroup } from '../../sql/repository.js';
import type { SharedCounters } from './shared-counters.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { sqlite } from './sqlite-dialect.js';
import type { CommitWatch } from './write-queue.js';

/** What cached lookups read: all tables of each of them are in its group. */
export const tablesOf: Readonly<Record<TableGroup, readonly string[]>> = {
  spaces: [SpaceSchema.name, sqlite.contents],
  access: [ApiKeySchema, SessionSchema, UserSchema, LinkSchema, GrantSchema, GroupMemberSchema].map(
    ({ name }) => name,
  ),
};

/**
 * Counts the commits that change rows of a group of tables. SQLite itself tells of the changes, by triggers that only
 * this connection has: whatever makes them, no list of writes is needed that could lack one.
 */
export class WatchedTables implements CommitWatch {
  private readonly changed = new Set<TableGroup>();

  constructor(
    connection: SqliteConnection,
    private readonly counters: SharedCounters,
  ) {
    connection.define('note_change', (group) => {
      for (const known of tableGroups) if (known === group) this.changed.add(known);
    });
    for (const group of tableGroups)
      for (const table of tablesOf[group])
        for (const event of ['INSERT', 'UPDATE', 'DELETE'])
          connection
            .prepare(
              `CREATE TEMP TRIGGER ${event.toLowerCase()}_${table} AFTER ${event} ON main.${table}
                BEGIN SELECT note_change('${group}'); END`,
            )
            .run();
  }

  beforeCommit(): void {
    for (const counter of this.counting()) counter.begin();
  }

  afterCommit(): void {
    for (const counter of this.counting()) counter.end();
    this.changed.clear();
  }

  private counting() {
    return [this.counters.all, ...[...this.changed].map((group) => this.counters.of(group))];
  }
}
