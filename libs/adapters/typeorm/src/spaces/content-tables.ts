import { integer, key, oneOf, optional, table, text } from '../sql/table.js';

/**
 * An index of a property. `path` is a JSON array. A key is never reused, so that the remains of an index are never
 * found. While an index is built, it has the features up to the id `builtTo`, and those written since.
 */
export const PropertyIndexSchema = table(
  'property_index',
  {
    key,
    content: { ...integer, references: (contents) => `${contents} (key)` },
    path: text,
    state: oneOf('building', 'ready', 'leaving'),
    builtTo: { ...text, default: '' },
    looked: { ...integer, default: 0 },
  },
  {
    indexes: {
      property_index_by_content: '(content)',
      property_index_pending: `(key) WHERE state <> 'ready'`,
    },
  },
);

/**
 * The counts of a content by cell. A key is never reused. While features are counted, the counts include those up to the
 * id `builtTo`, and those written since.
 */
export const CellRollupSchema = table(
  'cell_rollup',
  {
    key,
    content: integer,
    state: oneOf('building', 'ready', 'leaving'),
    builtTo: { ...text, default: '' },
    looked: { ...integer, default: 0 },
    detail: { ...oneOf('coarse', 'fine'), default: 'coarse' },
  },
  {
    indexes: {
      cell_rollup_by_content: `UNIQUE (content, detail) WHERE state <> 'leaving'`,
      cell_rollup_pending: `(key) WHERE state <> 'ready'`,
    },
  },
);

/**
 * The features that the trash holds, by entry: a content without a space, which is not purged. `loose` is 1 while its
 * features are among the boxes of another content, `wanted` is 1 while they are being restored.
 */
export const HeldContentSchema = table(
  'held_content',
  {
    entry: text,
    content: integer,
    spaceId: text,
    spaceCreatedAt: integer,
    loose: integer,
    wanted: { ...integer, default: 0 },
    maxFeatures: optional(integer),
  },
  {
    indexes: {
      held_content_loose: '(content) WHERE loose = 1',
      held_content_wanted: '(entry) WHERE wanted = 1',
    },
  },
);
