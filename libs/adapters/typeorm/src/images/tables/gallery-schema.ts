import { DAYS, photoCounts } from './photo-columns.js';
import { idOf, integer, table, text } from '../../sql/table.js';

/** A term that an image is found by, in the order in which an owner's images with the term are listed. */
export interface ImageTermRow {
  readonly owner: string;
  readonly term: string;
  readonly createdAt: number;
  readonly imageId: string;
}

export const ImageTermSchema = table<ImageTermRow>(
  'image_term',
  {
    owner: idOf('owner', 'apart'),
    term: text,
    createdAt: integer,
    imageId: { ...text, references: 'image (id) ON DELETE CASCADE' },
  },
  {
    traces: 'imageIndex',
    primaryKey: ['owner', 'term', 'createdAt', 'imageId'],
    indexes: {
      // Without it, removing an image would scan all terms of all images.
      image_term_by_image: '(image_id)',
    },
    withoutRowid: true,
  },
);

/**
 * How many images of an owner have a tag or a type, are in and below a folder, or were taken on a day, which is empty for those
 * without a time, or with a camera. `parent` is set for folders, `folded` for tags; both are empty for others.
 */
export interface ImageCountRow {
  readonly owner: string;
  readonly kind: 'tag' | 'type' | 'folder' | 'day' | 'camera';
  readonly name: string;
  readonly parent: string;
  readonly folded: string;
  readonly count: number;
  /** Of a day: the sum of `ratioOf`; 0 for others. */
  readonly ratios: number;
}

export const ImageCountSchema = table<ImageCountRow>(
  'image_count',
  {
    owner: idOf('owner', 'apart'),
    kind: text,
    name: text,
    parent: text,
    folded: text,
    count: integer,
    ratios: { ...integer, default: 0, since: DAYS },
  },
  {
    traces: 'imageIndex',
    fills: { [DAYS]: photoCounts },
    primaryKey: ['owner', 'kind', 'name'],
    indexes: {
      image_count_by_count: '(owner, kind, count DESC, name)',
      image_count_by_parent: `(owner, parent, name) WHERE kind = 'folder'`,
    },
    withoutRowid: true,
  },
);

/** A tag of an image, in the order in which an owner's images with the tag are listed. */
export interface ImageTagRow {
  readonly owner: string;
  readonly tag: string;
  readonly createdAt: number;
  readonly imageId: string;
}

export const ImageTagSchema = table<ImageTagRow>(
  'image_tag',
  {
    owner: idOf('owner', 'apart'),
    tag: text,
    createdAt: integer,
    imageId: { ...text, references: 'image (id) ON DELETE CASCADE' },
  },
  {
    traces: 'imageIndex',
    primaryKey: ['owner', 'tag', 'createdAt', 'imageId'],
    indexes: {
      // Without it, removing an image would scan all tags of all images.
      image_tag_by_image: '(image_id)',
    },
    withoutRowid: true,
  },
);
