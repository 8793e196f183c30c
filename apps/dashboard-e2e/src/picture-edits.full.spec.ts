import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityFaults } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = 15_000;
const SIZE = { width: 400, height: 300 };

/** Red above, blue below. */
async function photo(): Promise<Buffer> {
  const blue = { create: { width: 400, height: 150, channels: 3, background: '#00f' } } as const;
  const below = await sharp(blue).png().toBuffer();
  const red = sharp({ create: { ...SIZE, channels: 3, background: '#f00' } });
  return await red
    .composite([{ input: below, top: 150, left: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('what is said of a photo, and its edits', () => {
  let dashboard: Dashboard;
  let page: Page;
  let id: string;
  let url: string;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON });
    ({ page } = dashboard);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await photo())], 'lake.jpg', { type: 'image/jpeg' }));
    const response = await dashboard.server.fetch('/api/upload', { method: 'POST', body: form });
    ({ id, url } = (await response.json()) as { readonly id: string; readonly url: string });
    await dashboard.visit('/images');
    await page.getByRole('link', { name: 'lake.jpg' }).click();
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog').last();
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const edit = () => page.getByText('This picture is edited.');

  async function shown(): Promise<{ readonly width: number; readonly height: number; readonly top: string }> {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    const { data, info } = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const top = (data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue';
    return { width: info.width, height: info.height, top };
  }

  it('are set where the photo is shown, and are there again', async () => {
    await button('Favourite').click();
    await dialog().getByLabel('Title', { exact: true }).fill('Morning');
    await button('4 stars').click();
    await dialog().locator('[aria-pressed=true][aria-label="4 stars"]').waitFor();
    await dialog().getByLabel('Caption').fill('At the lake');
    await button('Save title and caption').click();
    await page.getByText('Saved.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await dialog().locator('[aria-pressed=true][aria-label="Favourite"]').waitFor();
    expect(await dialog().getByLabel('Title', { exact: true }).inputValue()).toBe('Morning');
    const found = await dashboard.server.fetch('/api/images?favourite=true&rating=4&q=lake%20morn');
    expect(((await found.json()) as { readonly images: readonly unknown[] }).images).toHaveLength(1);
  });

  it('turns the picture at its address, without encoding it again', async () => {
    await button('Turn right').click();
    await edit().waitFor();
    expect(await shown()).toMatchObject({ width: 300, height: 400 });
    await button('Turn right').click();
    await page.locator('.stage img[src*="180-n"]').waitFor();
    expect(await shown()).toEqual({ width: 400, height: 300, top: 'blue' });
  });

  it('crops it with the keyboard, and undoes everything', async () => {
    await button('Crop').click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog().getByLabel('Shape').selectOption('Square');
    const corner = dialog().getByRole('button', { name: 'Bottom right corner' });
    await corner.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await dialog().getByRole('button', { name: 'Crop', exact: true }).click();
    await page.locator('.stage img[src*="180-n-"]').waitFor();
    const { width, height } = await shown();
    expect(width).toBe(height);
    expect(width).toBeLessThan(300);
    await button('Undo edit').click();
    await edit().waitFor({ state: 'detached' });
    expect(await shown()).toEqual({ width: 400, height: 300, top: 'red' });
    expect(dashboard.faults()).toEqual([]);
  });

  it('keeps the part that is cut away from who has no account', async () => {
    const crop = { left: 0, top: 0.5, width: 1, height: 0.5 };
    await dashboard.send('PATCH', `/api/images/${id}`, { edit: { crop } });
    expect(await shown()).toEqual({ width: 400, height: 150, top: 'blue' });
    expect((await fetch(`${url}?edit=none`)).status).toBe(404);
    expect((await fetch(`${url}?edit=none&w=320`)).status).toBe(404);
    const own = await dashboard.server.fetch(new URL(`${url}?edit=none`).pathname + '?edit=none');
    expect(own.status).toBe(200);
    expect(own.headers.get('cache-control')).toBe('private, no-cache');
  });
});
