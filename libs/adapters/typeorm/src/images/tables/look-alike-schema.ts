import type { LookAlikePair } from '@cairn/images/spi';
import { idOf, integer, table, text } from '../../sql/table.js';

const SINCE = 'LookAlikes1796800000600';

/**
 * One of the four parts of the hash of an image, by which others find it, with what they need of it then: its whole
 * hashes as halves of 32 bits, and its place in the order of groups.
 */
export interface ImageHashRow {
  readonly owner: string;
  /** `index` * 65,536 + `value` of a `HashPart`. */
  readonly part: number;
  readonly imageId: string;
  readonly hashHigh: number;
  readonly hashLow: number;
  readonly dctHigh: number;
  readonly dctLow: number;
  readonly at: number;
}

export const ImageHashSchema = table<ImageHashRow>(
  'image_hash',
  {
    owner: idOf('owner', 'apart'),
    part: integer,
    imageId: { ...text, references: 'image (id) ON DELETE CASCADE' },
    hashHigh: integer,
    hashLow: integer,
    dctHigh: integer,
    dctLow: integer,
    at: integer,
  },
  {
    since: SINCE,
    traces: 'imageIndex',
    primaryKey: ['owner', 'part', 'imageId'],
    indexes: { image_hash_by_image: '(image_id)' },
    withoutRowid: true,
  },
);

/** Two images that look alike. `newerAt` is the place of the newer one in the order of groups. */
export interface LookAlikeRow extends LookAlikePair {
  readonly owner: string;
  readonly newerAt: number;
  /** 1 if the owner has said that they differ, else 0. */
  readonly dismissed: number;
}

export const LookAlikeSchema = table<LookAlikeRow>(
  'look_alike',
  {
    // No foreign keys: an image that is added would wait for one that is being changed, which waits for its catalog.
    newerId: text,
    olderId: text,
    owner: idOf('owner', 'apart'),
    newerAt: integer,
    distance: integer,
    dismissed: { ...integer, default: 0 },
  },
  {
    since: SINCE,
    traces: 'imageIndex',
    primaryKey: ['newerId', 'olderId'],
    indexes: {
      look_alike_by_older: '(older_id, dismissed)',
      look_alike_by_age: '(owner, newer_at, newer_id) WHERE dismissed = 0',
    },
    withoutRowid: true,
  },
);
