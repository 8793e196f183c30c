import { cameraOf, foldersOf, ratioOf, type Image } from '@cairn/images';
import { fold, parentOf, takenDay } from '@cairn/images/spi';
import type { Statements } from '../../sql/statements.js';
import type { ImageCountRow } from '../tables/gallery-schema.js';

const ROWS_AT_ONCE = 500;

/** The kinds that images are counted by, as SQL. */
export const KINDS = (): string => `('tag', 'type', 'folder', 'day', 'camera')`;

const plain = { parent: '', folded: '', count: 0, ratios: 0 } as const;

/** Changes of the numbers of images by tag, type, folder, day and camera. */
export class CountChanges {
  private readonly rows = new Map<string, ImageCountRow>();

  /** Counts everything about an image; `by` is 1 or -1. */
  add(image: Image, by: number): void {
    const { owner, path, tags, file } = image;
    this.addTags(owner, tags, by);
    this.put({ ...plain, owner, kind: 'type', name: file.contentType, count: by });
    for (const name of foldersOf(path))
      this.put({ ...plain, owner, kind: 'folder', name, parent: parentOf(name), count: by });
    const camera = cameraOf(image);
    if (camera !== undefined) this.put({ ...plain, owner, kind: 'camera', name: camera, count: by });
    this.addDay(image, by);
  }

  addDay(image: Image, by: number): void {
    const { owner, file } = image;
    const name = takenDay(image) ?? '';
    this.put({ ...plain, owner, kind: 'day', name, count: by, ratios: by * ratioOf(file) });
  }

  addTags(owner: string, tags: readonly string[], by: number): void {
    for (const name of tags) this.put({ ...plain, owner, kind: 'tag', name, folded: fold(name), count: by });
  }

  list(): readonly ImageCountRow[] {
    return [...this.rows.values()];
  }

  /** Those that are not as before. */
  changed(): readonly ImageCountRow[] {
    return this.list().filter(({ count, ratios }) => count !== 0 || ratios !== 0);
  }

  /** The row of the owner's catalog must be locked, because these rows are changed in no fixed order. */
  async store(statements: Statements): Promise<void> {
    const changed = this.changed();
    for (let start = 0; start < changed.length; start += ROWS_AT_ONCE)
      await upsert(statements, changed.slice(start, start + ROWS_AT_ONCE));
    const owners = new Set(changed.filter(({ count }) => count < 0).map(({ owner }) => owner));
    for (const owner of owners)
      await statements.sql`
        DELETE FROM image_count WHERE owner = ${owner} AND kind IN ${KINDS} AND count = 0`;
  }

  private put(row: ImageCountRow): void {
    const key = `${row.owner}\0${row.kind}\0${row.name}`;
    const { count, ratios } = this.rows.get(key) ?? plain;
    this.rows.set(key, { ...row, count: count + row.count, ratios: ratios + row.ratios });
  }
}

async function upsert(statements: Statements, rows: readonly ImageCountRow[]): Promise<void> {
  const values: unknown[] = [];
  const place = (value: unknown): string => statements.parameter(values.push(value) - 1);
  const tuples = rows.map(
    ({ owner, kind, name, parent, folded, count, ratios }) =>
      `(${[owner, kind, name, parent, folded, count, ratios].map(place).join(', ')})`,
  );
  const text = `INSERT INTO image_count (owner, kind, name, parent, folded, count, ratios) VALUES ${tuples.join(', ')}
    ON CONFLICT (owner, kind, name) DO UPDATE SET count = image_count.count + excluded.count,
      ratios = image_count.ratios + excluded.ratios`;
  await statements.query(text, values);
}
