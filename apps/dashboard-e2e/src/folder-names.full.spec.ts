import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import { imagesShown } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { drop, pictureNamed } from './support/uploading.js';

jest.setTimeout(180_000); // the browser has other work

const NAME = "Tom & Anna's wedding, 2024";
const BELOW = '🏝️ #1? 100 %';

/** Takes seconds, as every suite with a browser. */
describe('folders', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000 });
    ({ page } = dashboard);
  });
  afterAll(async () => await dashboard.close());

  it('have the names that people write, in lists and in addresses', async () => {
    await dashboard.visit('/images');
    await imagesShown(page);
    await drop(page, [pictureNamed('kiss.gif')]);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folder', { exact: true }).fill(`${NAME}/${BELOW}`);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('banner').getByRole('region').getByText('1 of 1 uploaded').waitFor();
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('button', { name: NAME }).click();
    await folders.getByRole('button', { name: BELOW }).click();
    await page.waitForURL((url) => url.searchParams.get('path') === `${NAME}/${BELOW}`);
    await page.reload();
    // Its width in pixels of the page would be less than one.
    const isShown = 'document.querySelector(\'img[alt="kiss.gif"]\')?.decode().then(() => true, () => false)';
    await until('the picture is shown', async () => (await page.evaluate(isShown)) === true);
    await page.getByRole('link', { name: 'kiss.gif' }).click();
    const address = await dialog.locator('code').first().innerText();
    expect(new URL(address).pathname.split('/').map(decodeURIComponent)).toEqual(['', 'cdn', NAME, BELOW, 'kiss.gif']); // prettier-ignore
    expect((await page.context().request.get(address)).status()).toBe(200);
    expect(dashboard.faults()).toEqual([]);
  });
});
