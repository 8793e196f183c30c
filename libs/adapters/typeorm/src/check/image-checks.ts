import { addressOf, AddressTaken, type Image } from '@cairn/images';
import type { Database } from '../sql/database.js';
import { takeAddress } from '../images/tables/addresses.js';
import {
  derivedProperties,
  imageColumns,
  ImageSchema,
  type ImageRow,
  type StoredImageRow,
} from '../images/tables/catalog-schema.js';
import { derivedColumns, toImage, toRow } from '../images/tables/image-rows.js';
import { CountChanges, KINDS } from '../images/gallery/count-images.js';
import type { ImageCountRow } from '../images/tables/gallery-schema.js';
import { indexImages, removeIndex } from '../images/gallery/index-images.js';
import { termsOf } from '../images/tables/terms.js';
import { countedByOwner } from '../images/tables/blobs.js';
import { lockCatalog, recountImages } from '../images/tables/usage.js';
import { updateRows } from '../sql/insert.js';
import { listOf, run } from '../sql/sql-builder.js';
import { selection } from '../sql/table.js';
import type { Statements } from '../sql/statements.js';
import type { Check } from './finding.js';

const IMAGES_AT_ONCE = 200;

const columns = selection(ImageSchema);

/** All images, or those of an owner, by their identifiers. */
async function* imagesOf(
  statements: Statements,
  owner?: string,
): AsyncGenerator<readonly (readonly [Image, StoredImageRow])[], void> {
  for (let after = ''; ;) {
    const rows = await statements.sql<readonly StoredImageRow[]>`
      SELECT ${columns} FROM image
      WHERE id > ${after} AND (owner = ${owner ?? ''} OR ${owner === undefined ? 1 : 0} = 1)
      ORDER BY id LIMIT ${IMAGES_AT_ONCE}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield Array.from(rows, (row) => [toImage(row), row] as const);
    after = last.id;
  }
}

interface Counted {
  readonly owner: string;
  readonly images: number;
  readonly bytes: number;
}

/** The counts that quotas are based on. */
export const quotaCheck: Check = {
  name: 'quota',
  async *find(statements) {
    const rows = await statements.sql<
      readonly (Counted & { readonly own: number; readonly ownBytes: number })[]
    >`
      SELECT catalog.owner AS owner, image_count AS images, bytes, CAST(COALESCE(own, 0) AS double precision) AS own,
        CAST(COALESCE(own_bytes, 0) AS double precision) AS "ownBytes"
      FROM catalog LEFT JOIN (${countedByOwner}) AS found ON found.owner = catalog.owner
      WHERE image_count <> COALESCE(own, 0) OR bytes <> COALESCE(own_bytes, 0) ORDER BY catalog.owner`;
    for (const { owner, images, bytes, own, ownBytes } of rows)
      yield {
        check: this.name,
        subject: owner,
        problem: `${images} images of ${bytes} bytes are counted, and there are ${own} of ${ownBytes}`,
        remedy: 'count again',
      };
  },
  async repair(database, owner) {
    await database.write(async (manager) => {
      await recountImages(manager, database.dialect, owner);
    });
  },
};

/** Every image has its address. */
export const addressCheck: Check = {
  name: 'address',
  async *find(statements) {
    for await (const images of imagesOf(statements)) {
      const addresses = listOf(images.map(([image]) => addressOf(image)));
      const rows = await run<{
        readonly address: string;
        readonly imageId: string;
        readonly freed: string | null;
      }>(
        statements,
        (parameter) => `SELECT address, image_id AS "imageId", freed_owner AS freed FROM address
          WHERE address IN ${addresses(parameter)}`,
      );
      const found = new Map(rows.map((row) => [row.address, row]));
      for (const [image] of images) {
        const address = found.get(addressOf(image));
        if (address?.imageId === image.id && address.freed === null) continue;
        const other = address === undefined ? 'does not lead to it' : `leads to the image ${address.imageId}`;
        yield {
          check: this.name,
          subject: image.id,
          problem: `its address ${addressOf(image)} ${other}`,
          ...(address === undefined && { remedy: 'add the address' }),
        };
      }
    }
  },
  async repair(database, id) {
    await database.write(async (manager) => {
      const image = await lockedImage(database, manager, id);
      if (image === undefined) return;
      await takeAddress(manager, image).catch((error: unknown) => {
        if (!(error instanceof AddressTaken)) throw error;
      });
    });
  },
};

/** The index entries of an image match its data. */
export const imageIndexCheck: Check = {
  name: 'image-index',
  async *find(statements) {
    for await (const images of imagesOf(statements)) {
      const ids = listOf(images.map(([{ id }]) => id));
      const stored = new Map<string, string[]>(images.map(([{ id }]) => [id, []]));
      for (const [table, column] of [
        ['image_tag', 'tag'],
        ['image_term', 'term'],
      ] as const) {
        const rows = await run<{ imageId: string; owner: string; createdAt: number; name: string }>(
          statements,
          (parameter) => `SELECT image_id AS "imageId", owner, created_at AS "createdAt", ${column} AS name
            FROM ${table} WHERE image_id IN ${ids(parameter)}`,
        );
        for (const { imageId, owner, createdAt, name } of rows)
          stored.get(imageId)?.push(entry(table, { owner, createdAt, name }));
      }
      for (const [image, row] of images)
        if (!isSame(stored.get(image.id) ?? [], entriesOf(image)) || !hasOwnColumns(image, row))
          yield {
            check: this.name,
            subject: image.id,
            problem: 'its tags, words, hashes, time or place are not those that it is found by',
            remedy: 'index it again',
          };
    }
  },
  async repair(database, id) {
    await database.write(async (manager) => {
      const image = await lockedImage(database, manager, id);
      if (image === undefined) return;
      await removeIndex(manager, [image]);
      await indexImages(manager, [image]);
      await updateRows(manager, ImageSchema, derivedProperties, [toRow(image)]);
    });
  },
};

interface Entry {
  readonly owner: string;
  readonly createdAt: number;
  readonly name: string;
}

const entry = (table: string, { owner, createdAt, name }: Entry): string =>
  JSON.stringify([table, owner, createdAt, name]);

function entriesOf(image: Image): readonly string[] {
  const { owner, createdAt, tags } = image;
  const terms = termsOf(image);
  return [
    ...tags.map((name) => entry('image_tag', { owner, createdAt, name })),
    ...terms.map((name) => entry('image_term', { owner, createdAt, name })),
  ];
}

function isSame(stored: readonly string[], expected: readonly string[]): boolean {
  const wanted = new Set(expected);
  return stored.length === wanted.size && stored.every((one) => wanted.has(one));
}

function hasOwnColumns(image: Image, row: StoredImageRow): boolean {
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.entries(derivedColumns(image)).every(([property, value]) => stored.get(property) === value);
}

/** The numbers of images by tag, type, folder, day and camera. */
export const imageCountsCheck: Check = {
  name: 'image-counts',
  async *find(statements) {
    const counts = new CountChanges();
    for await (const images of imagesOf(statements)) countAll(counts, images);
    const expected = new Map(counts.list().map((row) => [keyOf(row), row]));
    const broken = new Set<string>();
    const rows = await statements.sql<readonly ImageCountRow[]>`
      SELECT owner, kind, name, parent, folded, count, ratios FROM image_count WHERE kind IN ${KINDS}`;
    for (const row of rows) {
      const { count, ratios } = expected.get(keyOf(row)) ?? {};
      if (count !== row.count || ratios !== row.ratios) broken.add(row.owner);
      expected.delete(keyOf(row));
    }
    for (const { owner } of expected.values()) broken.add(owner);
    for (const owner of [...broken].toSorted())
      yield {
        check: this.name,
        subject: owner,
        problem: 'images are not counted right by tag, type, folder, day or camera',
        remedy: 'count again',
      };
  },
  async repair(database, owner) {
    await database.write(
      async (manager) => {
        await lockCatalog(manager, database.dialect, owner);
        await manager.sql`DELETE FROM image_count WHERE owner = ${owner} AND kind IN ${KINDS}`;
        const counts = new CountChanges();
        for await (const images of imagesOf(manager, owner)) countAll(counts, images);
        await counts.store(manager);
      },
      { budget: 'bulk' },
    );
  },
};

function countAll(counts: CountChanges, images: readonly (readonly [Image, unknown])[]): void {
  for (const [image] of images) counts.add(image, 1);
}

const keyOf = ({ owner, kind, name, parent, folded }: ImageCountRow): string =>
  JSON.stringify([owner, kind, name, parent, folded]);

async function lockedImage(
  { dialect }: Pick<Database, 'dialect'>,
  manager: Statements,
  id: string,
): Promise<Image | undefined> {
  const [row] = await manager.sql<readonly ImageRow[]>`
    SELECT ${imageColumns} FROM image WHERE id = ${id} ${dialect.forUpdate}`;
  return row && toImage(row);
}
