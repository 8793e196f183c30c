import type { Page } from 'playwright-core';
import { pictureNamed } from './uploading.js';

interface Gallery {
  readonly images: readonly (object & { readonly url: string })[];
}

/** More than the page asks for, so that the last one is there sooner. */
const PAGE = 1_000;

/** The file name of one of the images. */
export const nameAt = (index: number): string => `photo-${String(index).padStart(6, '0')}.gif`;

/**
 * Lets the page see so many images, each like the one that the server has, and one picture for all: the page is measured,
 * not the server.
 */
export async function showMany(page: Page, total: number): Promise<void> {
  const { buffer: body, mimeType: contentType } = pictureNamed('any');
  let template: Gallery['images'][number] | undefined;
  await page.route('**/cdn/**', (route) => route.fulfill({ body, contentType }));
  await page.route('**/api/images?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const start = Number(searchParams.get('cursor') ?? 0);
    const count = Math.min(PAGE, total - start);
    if (template === undefined) [template] = ((await (await route.fetch()).json()) as Gallery).images;
    const images = Array.from({ length: count }, (_, offset) => ({
      ...template,
      id: `image-${start + offset}`,
      url: new URL(nameAt(start + offset), template?.url).href,
    }));
    const next = start + count;
    await route.fulfill({ json: { images, ...(next < total && { nextCursor: String(next) }) } });
  });
}
