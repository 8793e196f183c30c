import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { imagesShown } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { drop, pictureNamed, type ChosenFile } from './support/uploading.js';

jest.setTimeout(180_000); // the browser has other work

/** Nothing that the page shows takes so long, also beside other work; what it does not show would never come. */
const SOON = { timeout: 30_000 };
const UPLOAD = '**/api/upload';

/** Takes seconds, as every suite with a browser. */
describe('files that are there already', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ env: { CAIRN_RATE_UPLOADS: '0' }, timeoutMs: 10_000 });
    ({ page } = dashboard);
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const status = (text: string | RegExp) => page.getByRole('banner').getByRole('region').getByText(text);
  const press = (name: string) => page.getByRole('banner').getByRole('button', { name }).click();
  const files = (count: number, name: string): readonly ChosenFile[] =>
    Array.from({ length: count }, (_, index) => pictureNamed(`${name}-${index}.gif`));

  async function send(chosen: readonly ChosenFile[], folder: string): Promise<void> {
    await dashboard.visit('/images');
    await imagesShown(page);
    await drop(page, chosen);
    await dialog().getByLabel('Folder', { exact: true }).fill(folder);
    await dialog().getByRole('button', { name: 'Upload' }).click();
  }

  async function storedIn(folder: string): Promise<readonly { readonly id: string }[]> {
    const answer = await dashboard.server.fetch(`/api/images?path=${folder}&limit=1000`);
    return ((await answer.json()) as { readonly images: readonly { readonly id: string }[] }).images;
  }

  /** The uploads that the page sends until the result is called, which tells their number. */
  async function countedUploads(): Promise<() => Promise<number>> {
    let sent = 0;
    await page.route(UPLOAD, (route) => {
      sent += 1;
      return route.continue();
    });
    return async () => {
      await page.unroute(UPLOAD);
      return sent;
    };
  }

  it('sends no byte of files that are there, and says so', async () => {
    const chosen = files(4, 'again');
    await send(chosen, 'again');
    await status('4 of 4 uploaded').waitFor(SOON);
    await press('Clear the list');
    const counted = await countedUploads();
    await send(chosen, 'again');
    await status('4 of 4 uploaded').waitFor(SOON);
    await press('Details');
    await dialog().getByText('Already here').nth(3).waitFor(SOON);
    await page.keyboard.press('Escape');
    expect(await counted()).toBe(0);
    expect(await storedIn('again')).toHaveLength(4);
    await press('Clear the list');
  });

  it('restores files from the trash, and says so', async () => {
    const chosen = files(2, 'restored');
    await send(chosen, 'restored');
    await status('2 of 2 uploaded').waitFor(SOON);
    await press('Clear the list');
    const ids = (await storedIn('restored')).map(({ id }) => id);
    for (const id of ids) await dashboard.server.fetch(`/api/images/${id}`, { method: 'DELETE' });
    const counted = await countedUploads();
    await send(chosen, 'restored');
    await status('2 of 2 uploaded').waitFor(SOON);
    await press('Details');
    await dialog().getByText('Restored from the trash').nth(1).waitFor(SOON);
    await page.keyboard.press('Escape');
    expect(await counted()).toBe(0);
    expect((await storedIn('restored')).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await press('Clear the list');
  });

  it('asks once about files in another folder, which share their bytes if they are put there too', async () => {
    const chosen = files(3, 'elsewhere');
    await send(chosen, 'elsewhere');
    await status('3 of 3 uploaded').waitFor(SOON);
    await press('Clear the list');
    const counted = await countedUploads();
    const usedBytes = async (): Promise<unknown> =>
      await (await dashboard.server.fetch('/api/quota?include=bytes')).json();
    const before = await usedBytes();
    await dashboard.visit('/images');
    await imagesShown(page);
    await drop(page, chosen);
    await dialog().getByLabel('Folder', { exact: true }).fill('there-too');
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await dialog().getByText('3 files are already in other folders').waitFor(SOON);
    await dialog().getByRole('button', { name: 'Put there too' }).click();
    await status('3 of 3 uploaded').waitFor(SOON);
    expect(await counted()).toBe(0);
    expect(await storedIn('there-too')).toHaveLength(3);
    expect(await usedBytes()).toMatchObject({ bytes: (before as { readonly bytes: object }).bytes });
    await press('Clear the list');
  });
});
