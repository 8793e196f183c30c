import { foldersOf, type Image } from '@cairn/images';
import { fold, parentOf } from '@cairn/images/spi';
import type { Statements } from '../../sql/statements.js';
import type { ImageCountRow } from '../tables/gallery-schema.js';

const ROWS_AT_ONCE = 500;

/** The properties of an image that are counted. */
export interface Counted extends Pick<Image, 'owner' | 'path' | 'tags'> {
  readonly contentType: string;
}

/** Changes of the numbers of images by tag, type and folder. */
export class CountChanges {
  private readonly rows = new Map<string, ImageCountRow>();

  /** Counts everything about an image; `by` is 1 or -1. */
  add(image: Counted, by: number): void {
    const { owner, path, tags, contentType } = image;
    this.addTags(owner, tags, by);
    this.put({ owner, kind: 'type', name: contentType, parent: '', folded: '', count: by });
    for (const name of foldersOf(path))
      this.put({ owner, kind: 'folder', name, parent: parentOf(name), folded: '', count: by });
  }

  addTags(owner: string, tags: readonly string[], by: number): void {
    for (const name of tags)
      this.put({ owner, kind: 'tag', name, parent: '', folded: fold(name), count: by });
  }

  list(): readonly ImageCountRow[] {
    return [...this.rows.values()];
  }

  /** The row of the owner's catalog must be locked, because these rows are changed in no fixed order. */
  async store(statements: Statements): Promise<void> {
    const changed = [...this.rows.values()].filter(({ count }) => count !== 0);
    for (let start = 0; start < changed.length; start += ROWS_AT_ONCE)
      await upsert(statements, changed.slice(start, start + ROWS_AT_ONCE));
    const owners = new Set(changed.filter(({ count }) => count < 0).map(({ owner }) => owner));
    for (const owner of owners)
      await statements.sql`
        DELETE FROM image_count WHERE owner = ${owner} AND kind IN ('tag', 'type', 'folder') AND count = 0`;
  }

  private put(row: ImageCountRow): void {
    const key = `${row.owner}\0${row.kind}\0${row.name}`;
    const before = this.rows.get(key)?.count ?? 0;
    this.rows.set(key, { ...row, count: before + row.count });
  }
}

async function upsert(statements: Statements, rows: readonly ImageCountRow[]): Promise<void> {
  const values: unknown[] = [];
  const place = (value: unknown): string => statements.parameter(values.push(value) - 1);
  const tuples = rows.map(
    ({ owner, kind, name, parent, folded, count }) =>
      `(${[owner, kind, name, parent, folded, count].map(place).join(', ')})`,
  );
  const text = `INSERT INTO image_count (owner, kind, name, parent, folded, count) VALUES ${tuples.join(', ')}
    ON CONFLICT (owner, kind, name) DO UPDATE SET count = image_count.count + excluded.count`;
  await statements.query(text, values);
}
