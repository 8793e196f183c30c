import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { accessibilityFaults, openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';

jest.setTimeout(240_000); // the browser has other work

/** More than two groups of those that are changed at once. */
const IMAGES = 420;
/** Nothing that the page shows takes so long; what it does not show would never come. */
const SOON = { timeout: 10_000 };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('many images at once', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    for (let index = 0; index < IMAGES; index += 1) {
      const name = `view-${index}.gif`;
      await dashboard.upload(name, { path: 'alps' });
    }
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  const status = (text: string) =>
    page.getByRole('banner').getByRole('region').getByText(text, { exact: true });
  const press = (name: string) => page.getByRole('banner').getByRole('button', { name }).click();
  const view = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
  const select = async (...names: readonly string[]) => {
    for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check({ force: true });
  };

  async function selectAll(): Promise<void> {
    await dashboard.visit('/images');
    await page.getByRole('link', { name: 'view-419.gif' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText(`${IMAGES} selected`, { exact: true }).waitFor();
  }

  async function stored(query: string): Promise<number> {
    const answer = await dashboard.server.fetch(`/api/images?limit=1000&${query}`);
    return ((await answer.json()) as { readonly images: readonly unknown[] }).images.length;
  }

  /** Has the second request to an address answered otherwise. */
  async function second(address: string, answer: (route: Route) => unknown): Promise<void> {
    let count = 0;
    await page.route(address, (route) => ((count += 1) === 2 ? answer(route) : route.continue()));
  }

  /** How many files an archive says that it has. */
  const filesIn = (archive: Buffer): number => archive.readUInt16LE(archive.length - 12);

  it('have placeholders that move until their thumbnails are there', async () => {
    const { page: moving } = await openPage(dashboard.browser, {
      reducedMotion: 'no-preference',
      storageState: await page.context().storageState(),
    });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await moving.route('**/cdn/**', async (route) => (await held, await route.continue()));
    await moving.goto(`${dashboard.server.address}/images`);
    const tile = moving.getByRole('link', { name: 'view-419.gif' });
    await tile.waitFor(SOON);
    const animations = `document.querySelector('a[title="view-419.gif"]').getAnimations().length`;
    expect(await moving.evaluate(animations)).toBe(1);
    release();
    await moving.locator('a[title="view-419.gif"] img.loaded').waitFor(SOON);
    expect(await moving.evaluate(animations)).toBe(0);
    await moving.context().close();
  });

  it('are tagged in groups, with progress in every view, and that can be stopped and gone on with', async () => {
    await second('**/api/images/bulk/tags', () => undefined); // never answered
    await selectAll();
    await tool('Tag').click();
    await dialog().getByLabel('Add tags').fill('summer');
    await dialog().getByRole('button', { name: 'Save tags' }).click();
    await dialog().waitFor({ state: 'detached' });
    await view('Keys');
    await status('200 of 420 tagged').waitFor();
    await press('Stop');
    await status('Stopped').waitFor();
    expect(await stored('tags=summer')).toBe(200);
    await page.unroute('**/api/images/bulk/tags');
    await press('Continue');
    await status('420 of 420 tagged').waitFor();
    expect(await stored('tags=summer')).toBe(IMAGES);
    await press('Clear the list');
  });

  it('are downloaded as one archive into a file that one chooses, without those that do not come', async () => {
    await page.addInitScript({
      content: `showSaveFilePicker = async ({ suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });`,
    });
    await dashboard.visit('/images');
    await select('view-419.gif', 'view-418.gif', 'view-417.gif');
    await page.route('**/cdn/alps/view-418.gif', (route) => route.fulfill({ status: 500 }));
    await tool('Download').click();
    await status('2 of 3 packed, 1 failed').waitFor();
    await press('Details');
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: 'view-418.gif' })
      .getByText('did not send')
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const bytes = await page.evaluate<readonly number[]>(`(async () => {
      const folder = await navigator.storage.getDirectory();
      for await (const [name, handle] of folder.entries())
        if (name.startsWith('cairn-')) return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    })()`);
    const archive = Buffer.from(bytes);
    expect(filesIn(archive)).toBe(2);
    expect(archive.includes('alps/view-419.gif')).toBe(true);
    expect(archive.includes('GIF89a')).toBe(true);
    await page.unroute('**/cdn/alps/view-418.gif');
    await press('Try all again');
    await status('3 of 3 packed').waitFor();
    await press('Clear the list');

    // Of one that is stopped nothing stays: it begins anew.
    await page.route('**/cdn/alps/view-418.gif', () => undefined);
    await tool('Download').click();
    await status('1 of 3 packed').waitFor();
    await press('Stop');
    await status('0 of 3 packed').waitFor();
    await page.unroute('**/cdn/alps/view-418.gif');
    await press('Continue');
    await status('3 of 3 packed').waitFor();
  });

  it('are downloaded as one archive where a page may not write into files, too', async () => {
    const { page: other } = await openPage(dashboard.browser, {
      storageState: await page.context().storageState(),
    });
    await other.addInitScript({ content: 'delete globalThis.showSaveFilePicker;' });
    await other.goto(`${dashboard.server.address}/images`);
    for (const name of ['view-419.gif', 'view-418.gif'])
      await other.getByLabel(`Select ${name}`).check({ force: true });
    const download = other.waitForEvent('download', SOON);
    await other.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^cairn-.*\.zip$/);
    expect(filesIn(await readFile(await (await download).path()))).toBe(2);
    await other.context().close();
  });

  it('are in two rows of tools at most on a phone, in German', async () => {
    const { page: phone } = await openPage(dashboard.browser, {
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'de-DE',
    });
    await phone.goto(`${dashboard.server.address}/images`);
    await phone.getByLabel('view-419.gif auswählen').check({ force: true });
    await phone.getByRole('button', { name: 'Alle auswählen' }).click();
    await phone.getByText('420 ausgewählt', { exact: true }).waitFor(SOON);
    const { width = 0 } = (await phone.getByRole('toolbar').boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(358);
    const rows = new Set<number | undefined>();
    for (const name of ['Herunterladen', 'Taggen', 'Zeit', 'Ort', 'Löschen', 'Auswahl aufheben']) {
      const box = await phone.getByRole('toolbar').getByRole('button', { name, exact: true }).boundingBox();
      expect([name, box?.width, box?.height]).toEqual([name, 44, 44]);
      rows.add(box?.y);
    }
    expect(rows.size).toBeLessThanOrEqual(2);
    await phone.context().close();
  });

  it('are deleted in groups; what could not be deleted is listed, and deleted when it is tried again', async () => {
    await second('**/api/images/bulk/delete', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', detail: 'It broke.' } }),
    );
    await selectAll();
    await tool('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().waitFor({ state: 'detached' });
    await view('Spaces');
    await status('220 of 420 deleted, 200 failed').waitFor();
    expect(await stored('')).toBe(200);
    await press('Details');
    await dialog().waitFor();
    expect(await dialog().getByText('It broke.').count()).toBe(200);
    await dialog().getByRole('button', { name: 'Try all again' }).click();
    await dialog().getByRole('heading', { name: '420 of 420 deleted' }).waitFor();
    expect(await stored('')).toBe(0);
    expect(dashboard.faults()).toEqual([]);
  });
});
