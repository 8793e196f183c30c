import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults, openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { Keyboard } from './support/keyboard.js';
import { showMany } from './support/large-gallery.js';

jest.setTimeout(240_000); // the browser has other work

/** Nothing that the page shows takes so long; what it does not show would never come. */
const SOON = { timeout: 15_000 };
const viewport = { width: 390, height: 844 };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('albums in the dashboard', () => {
  let dashboard: Dashboard;
  let page: Page;
  let address = '';

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    for (const name of ['a.gif', 'b.gif', 'c.gif', 'd.gif']) await dashboard.upload(name);
    await page.getByRole('link', { name: 'd.gif' }).waitFor();
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const view = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const tile = (name: string) => page.locator(`[data-index] a[title="${name}.gif"]`);
  const select = async (name: string, box = page.getByLabel(`Select ${name}.gif`, { exact: true })) =>
    await box.check({ force: true }).catch(() => box.check({ force: true })); // the first click may belong to a drag

  /** Waits until the gallery has the images with these letters, in this order, and no more. */
  async function shows(letters: string): Promise<void> {
    for (const [index, letter] of [...letters].entries())
      await page.locator(`[data-index="${index}"] a[title="${letter}.gif"]`).waitFor();
    await page.locator(`[data-index="${letters.length}"]`).waitFor({ state: 'detached' });
  }

  /** Waits until the server has the images of the album in this order. */
  async function stores(letters: string): Promise<void> {
    await until(`the album has ${letters}`, async () => {
      const answer = await dashboard.server.fetch(`/api${address}/images`);
      const { images } = (await answer.json()) as { readonly images: readonly { readonly url: string }[] };
      return images.map(({ url }) => url.at(-'x.gif'.length)).join('') === letters;
    });
  }

  /** Does something that is sent to the server, and waits for the answer. */
  async function sent(act: () => Promise<unknown>): Promise<void> {
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
    await act();
    expect((await answered).ok()).toBe(true);
  }

  it('are made of what is selected, and of nothing', async () => {
    await view('Albums').click();
    await page.getByText('No albums yet').waitFor();
    await button('New album').first().click();
    await dialog().getByLabel('Title').fill('Empty');
    await dialog().getByRole('button', { name: 'New album' }).click();
    await page.getByText('No images in this album yet').waitFor();

    await view('Images').click();
    for (const name of ['a', 'b', 'c']) await select(name);
    await tool('Add to album…').click();
    await dialog().getByRole('button', { name: 'Empty 0 images' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog().getByLabel('Title').fill('Holiday');
    await dialog().getByText('No album has this title.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Added to “Holiday”.').waitFor();
    expect(await page.getByRole('toolbar').count()).toBe(0);

    await view('Albums').click();
    await page.getByRole('link', { name: 'Holiday' }).getByText('3 images').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Holiday' }).click();
    await shows('cba');
    address = new URL(page.url()).pathname;
    await stores('cba');
  });

  it('take more images, those alone that do not fill themselves', async () => {
    await dashboard.send('POST', '/api/albums', { title: 'All my holidays', query: { q: 'a' } });
    await view('Images').click();
    await select('d');
    await tool('Add to album…').click();
    await dialog().getByLabel('Title').fill('HOLI');
    await dialog().getByRole('button', { name: 'Holiday 3 images' }).waitFor();
    expect(await dialog().getByRole('listitem').count()).toBe(1);
    await sent(() => dialog().getByRole('button', { name: 'Holiday' }).click());
    await view('Albums').click();
    await page.getByRole('link', { name: 'All my holidays' }).getByText('Smart album').click();
    await shows('a');
    await select('a');
    expect(await tool('Remove from album').count()).toBe(0);
    await dashboard.visit(address);
    await shows('cbad');
  });

  it('are put in order by hand: with the keyboard, and by dragging', async () => {
    const keyboard = new Keyboard(page);
    await keyboard.press(page.getByLabel('Select a.gif'), 'Space');
    await sent(() => keyboard.press(tool('Move left')));
    await shows('cabd');
    await page.getByText('Moved to position 2 of 4').waitFor({ state: 'attached' });
    await sent(() => page.keyboard.press('Enter'));
    await shows('acbd');
    await sent(() => keyboard.press(tool('Move right')));
    await shows('cabd');
    await stores('cabd');
    await keyboard.press(page.getByLabel('Select d.gif'), 'Space');
    await sent(() => keyboard.press(tool('Move to the front')));
    await shows('adcb');
    await stores('adcb');
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await sent(() => tile('b').dragTo(tile('a'), { targetPosition: { x: 10, y: 40 } }));
    await shows('badc');
    await select('b');
    await select('d');
    const { width = 0 } = (await tile('c').boundingBox()) ?? {};
    await tile('d').dragTo(tile('c'), { targetPosition: { x: width - 10, y: 40 } });
    await shows('acbd');
    await stores('acbd');
    await page.reload();
    await shows('acbd');
  });

  it('have another order, without moving', async () => {
    await sent(() => page.getByLabel('Order').selectOption('newest'));
    await shows('dcba');
    await select('a');
    expect(await tool('Move left').count()).toBe(0);
    await sent(() => page.getByLabel('Order').selectOption('manual'));
    await shows('acbd');
    await tool('Move left').waitFor();
  });

  it('have a cover, and images that open large', async () => {
    await dashboard.visit(address);
    await tile('c').click();
    await dialog().getByText('2 of 4').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'b.gif' }).getByText('3 of 4').waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: 'b.gif' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname === address && url.search === '');
    await select('b');
    await sent(() => tool('Make cover').click());
    await view('Albums').click();
    await page.locator('a:has-text("Holiday") img[src*="/b.gif"]').first().waitFor();
  });

  it('lose images that stay in the library, and say what went wrong', async () => {
    await dashboard.visit(address);
    await select('a');
    await select('c');
    await page.route('**/images/remove', (route) =>
      route.fulfill({ status: 500, json: { detail: 'It failed.' } }),
    );
    await tool('Remove from album').click();
    await page.getByText('It failed.').waitFor();
    await shows('acbd');
    await page.unroute('**/images/remove');
    await sent(() => tool('Remove from album').click());
    await shows('bd');
    await page.getByText('2 images', { exact: true }).waitFor();
    await view('Images').click();
    await shows('dcba');
  });

  it.each([
    ['light', 'en-US'],
    ['dark', 'de-DE'],
  ] as const)('fit on a phone (%s, %s)', async (colorScheme, locale) => {
    const { page: phone } = await openPage(dashboard.browser, {
      storageState: await page.context().storageState(),
      viewport,
      hasTouch: true,
      isMobile: true,
      colorScheme,
      locale,
    });
    const fits = async () => {
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect(await accessibilityFaults(phone)).toEqual([]);
    };
    await phone.goto(`${dashboard.server.address}/albums`);
    await phone.getByRole('link', { name: /^Holiday/ }).waitFor(SOON);
    await fits();
    await phone.goto(dashboard.server.address + address);
    for (const name of ['b', 'd'])
      await phone.getByRole('checkbox', { name: `${name}.gif` }).check({ force: true });
    await fits();
    const { width = 0 } = (await phone.getByRole('toolbar').boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(358);
    await phone.context().close();
  });

  it('are edited and deleted; one that is gone says so, and its images stay', async () => {
    await dashboard.visit(address);
    await button('Edit').click();
    await dialog().getByLabel('Title').fill('Summer');
    await dialog().getByLabel('Description').fill('At the lake');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    await button('Delete').click();
    await dialog().getByRole('heading', { name: 'Delete the album “Summer”' }).waitFor();
    await sent(() => dialog().getByRole('button', { name: 'Delete' }).click());
    await page.getByRole('link', { name: 'Empty' }).waitFor();
    expect(await page.getByRole('link', { name: 'Summer' }).count()).toBe(0);
    await dashboard.visit(address);
    await page.getByText('Album not found').waitFor();
    await page.getByRole('link', { name: 'Show all albums' }).click();
    await view('Images').click();
    await shows('dcba');
    expect(dashboard.faults()).toEqual([]);
  });

  it('take more images than the server does at once in groups, which every view shows', async () => {
    const sizes: number[] = [];
    await page.route('**/api/albums/*/images', async (route) => {
      sizes.push((route.request().postDataJSON() as { readonly images: readonly string[] }).images.length);
      await route.fulfill({ json: {} });
    });
    await showMany(page, 2_500);
    await dashboard.visit('/images');
    await page.locator('[data-index="0"]').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('2500 selected', { exact: true }).waitFor();
    await tool('Add to album…').click();
    await dialog().getByRole('button', { name: 'Empty' }).click();
    await view('Keys').click();
    await page.getByRole('region').getByText('2500 of 2500 added to an album').waitFor();
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(dashboard.faults()).toEqual([]);
  });
});
