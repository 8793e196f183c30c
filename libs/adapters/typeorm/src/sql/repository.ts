import type { Database } from './database.js';

/** Groups of tables whose changes SQLite counts. */
export const tableGroups = ['spaces', 'access'] as const;
export type TableGroup = (typeof tableGroups)[number];

/**
 * How a thread of SQLite executes a method. `cached` is for reads that nearly every request needs: they are answered
 * from memory until anything is written; `cached-by-space`, with the id of a space as the only argument, until that space
 * is written; `cached-access` until tables of who may do what are.
 */
export type Access = 'read' | 'cached' | 'cached-if-open' | 'cached-by-space' | 'cached-access' | 'write';

/** A port as a relational database adapts it. */
export interface Repository<Port> {
  readonly open: (database: Database) => Port;
  readonly calls: { readonly [Method in keyof Port]: Access };
}

/** A missing method does not compile. */
export const repository = <Port>(
  adapter: new (database: Database) => Port,
  calls: Repository<Port>['calls'],
): Repository<Port> => ({ open: (database) => new adapter(database), calls });
