import type { Image, ImageQuery } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, several } from '../../builders.js';
import { assert } from '../../assert.js';

export const ENOUGH = 1_000;

/** Stores the images and gives them back. */
export async function stored<T extends readonly Image[]>(catalog: CatalogRepository, images: T): Promise<T> {
  for (const image of images) await catalog.add(image, ENOUGH);
  return images;
}

/** The identifiers of everything that a query finds, with pages of `limit`. */
export async function found(
  catalog: CatalogRepository,
  query: Partial<ImageQuery>,
  limit = ENOUGH,
): Promise<readonly string[]> {
  const full: ImageQuery = { where: [], sort: 'newest', ...query };
  const ids: string[] = [];
  let page = await catalog.list('alice', full, { limit });
  for (;;) {
    assert.ok(page.images.length <= limit, 'a page is longer than asked for');
    ids.push(...page.images.map(({ id }) => id));
    assert.ok(ids.length <= ENOUGH, 'the listing goes round in a ring');
    if (page.next === undefined) return ids;
    page = await catalog.list('alice', full, { limit, after: page.next });
  }
}

/** Images that differ in all that they are found by; the larger the number, the younger. */
export function aCollection(): readonly Image[] {
  const folders = ['', 'a', 'a/b', 'a/b/c', 'ab', 'a b', 'Ä/b'];
  const tags = ['sea', 'Sea', 'lake', 'hütte', '100%', 'a_b'];
  const types = ['image/jpeg', 'image/png', 'image/webp'] as const;
  const visibilities = ['public', 'private', 'public', 'unlisted'] as const;
  const names = ['Lake.jpg', 'lake.jpg', 'IMG_0001.jpg', 'Zürich am See.png', '海とカモメ.webp', '🏝.gif'];
  return several(60, (number) =>
    anImage({
      id: `${number % 7}x${number}`,
      path: folders[number % folders.length] ?? '',
      fileName: `${names[number % names.length]}.${number}`,
      tags: tags.filter((_, index) => (number >> index) % 2 === 1),
      visibility: visibilities[Math.floor(number / 3) % visibilities.length] ?? 'public',
      createdAt: 1_000 + Math.floor(number / 4),
      description: {
        uploadSha256: 'ab'.repeat(32),
        removed: [],
        ...(number % 3 > 0 && { capturedAt: `2024-07-0${1 + (number % 9)}T10:00:00`, camera: { model: `X${number % 2}` } }), // prettier-ignore
        ...(number % 4 > 0 && { position: { longitude: 8 + (number % 8) / 10, latitude: 47 } }),
      },
      file: { contentType: types[number % types.length] ?? 'image/jpeg', sizeInBytes: 100 + (number % 5) },
    }),
  );
}
