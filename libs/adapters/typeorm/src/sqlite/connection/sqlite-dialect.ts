import type { Dialect, Returned } from '../../sql/database.js';

/** SQLite, where writes run one at a time. */
export const sqlite: Dialect = {
  contents: 'space_content',
  // It is the first member of a summary, so it is read without the rest, which may be long.
  contentLength: `CAST(substr(summary, length('{"length":') + 1, 20) AS INTEGER)`,
  lockOwner: async () => undefined,
  forUpdate: () => '',
  lockTable: async () => undefined,
  placeEvents: async () => undefined,
  rowsOf<Row>(returned: Returned<Row>) {
    return returned as readonly Row[];
  },
};
