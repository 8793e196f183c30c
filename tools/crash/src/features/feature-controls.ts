import { changeDatabase, copyDatabase, restoreDatabase } from '../data-dir.js';
import type { Control } from '../kills.js';

const BATCHES = `(SELECT key FROM space_content WHERE space_id LIKE 'batches-%')`;
const WRITES = `(SELECT key FROM space_content WHERE space_id = 'writes')`;

const changing =
  (statements: string) =>
  (dataDir: string): Promise<void> =>
    changeDatabase(dataDir, statements);

/** Each promise is broken by one of them. */
export const featureControls: Readonly<Record<string, Control>> = {
  'forgotten-commits': {
    what: 'a database that forgets what it was told since the last start',
    noticed: /^version \d+ of .* is not in/,
    before: copyDatabase,
    after: restoreDatabase,
  },
  'torn-batch': {
    what: 'a batch of which one feature is not stored',
    noticed: /^torn: |^lost: /,
    after: changing(
      `DELETE FROM feature WHERE number = (SELECT min(number) FROM feature WHERE content IN ${BATCHES})`,
    ),
  },
  'lost-write': {
    what: 'a write that another version replaced without a trace of it',
    noticed: /^nobody wrote |^lost: |has version/,
    after: changing(`UPDATE feature SET version = version - 1 WHERE content IN ${WRITES}`),
  },
  'version-gap': {
    what: 'a version that nobody was told of',
    noticed: /versions are unknown|have gaps/,
    after: changing('UPDATE space_content SET version = version + 100'),
  },
  'lost-index-entry': {
    what: 'a feature that the index does not have',
    noticed: /index entry/,
    after: changing(
      'CREATE TEMP TABLE gone AS SELECT max(id) AS id FROM feature_box; DELETE FROM feature_box WHERE id = (SELECT id FROM gone)',
    ),
  },
  miscount: {
    what: 'a total that counts one feature too many',
    noticed: /are counted/,
    after: changing('UPDATE space_content SET total = total + 1'),
  },
};
