import type { Page } from 'playwright-core';
import { pictureNamed } from './uploading.js';

/** The file name of one of the images. */
export const nameAt = (index: number): string => `photo-${String(index).padStart(6, '0')}.gif`;

/** More than the page asks for, so that the last one is there sooner. */
const PAGE = 5_000;

/** Answers where the page asks, so that it alone is at work. */
const answerWith = (total: number): string => `(() => {
  const send = fetch;
  const nameAt = ${String(nameAt)};
  let template;
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(address, location.href);
    if (pathname !== '/api/images') return send(address, init);
    template ??= (await (await send('/api/images')).json()).images[0];
    const start = Number(searchParams.get('cursor') ?? 0);
    const next = Math.min(start + ${PAGE}, ${total});
    const images = Array.from({ length: next - start }, (_, offset) => ({
      ...template,
      id: 'image-' + (start + offset),
      url: new URL(nameAt(start + offset), template.url).href,
    }));
    return Response.json({ images, ...(next < ${total} && { nextCursor: String(next) }) });
  };
})()`;

/**
 * Lets the page see so many images, each like the one that the server has, and one picture for all: the page is measured,
 * not the server.
 */
export async function showMany(page: Page, total: number): Promise<void> {
  const { buffer: body, mimeType: contentType } = pictureNamed('any');
  await page.route('**/cdn/**', (route) => route.fulfill({ body, contentType }));
  await page.addInitScript({ content: answerWith(total) });
}
