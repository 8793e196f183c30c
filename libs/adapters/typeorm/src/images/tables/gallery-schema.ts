import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Table } from '../../sql/table.js';

const text = { type: 'text' } satisfies EntitySchemaColumnOptions;
const key = { type: 'text', primary: true } satisfies EntitySchemaColumnOptions;
const integer = { type: 'integer' } satisfies EntitySchemaColumnOptions;

/** A term that an image is found by, in the order in which an owner's images with the term are listed. */
export interface ImageTermRow {
  readonly owner: string;
  readonly term: string;
  readonly createdAt: number;
  readonly imageId: string;
}

export const ImageTermSchema: Table<ImageTermRow> = {
  name: 'image_term',
  columns: {
    owner: key,
    term: key,
    createdAt: { ...integer, primary: true, name: 'created_at' },
    imageId: { ...key, name: 'image_id' },
  },
};

/**
 * How many images of an owner have a tag or a type, or are in and below a folder. `parent` is set for folders, `folded`
 * for tags; both are empty for others.
 */
export interface ImageCountRow {
  readonly owner: string;
  readonly kind: 'tag' | 'type' | 'folder';
  readonly name: string;
  readonly parent: string;
  readonly folded: string;
  readonly count: number;
}

export const ImageCountSchema: Table<ImageCountRow> = {
  name: 'image_count',
  columns: { owner: key, kind: key, name: key, parent: text, folded: text, count: integer },
};
