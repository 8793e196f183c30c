import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const PASSWORD = 'sand and sea';
/** More than a page shows without its script. */
const PICTURES = 63;
const WHOLE_PAGE_BYTES = 60_000;
const WIDTH_OF_PICTURE = 'document.images[0].decode().then(() => document.images[0].naturalWidth)';
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('a link', () => {
  let dashboard: Dashboard;
  let page: Page;
  let id: string;
  /** The address of the link to the folder. */
  let folder: string;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    const create = { width: 90, height: 60, channels: 3, background: '#47a' } as const;
    id = await dashboard.upload('shore.jpg', { bytes: await sharp({ create }).jpeg().toBuffer() });
    for (let index = 1; index <= PICTURES; index += 1)
      await dashboard.upload(`p${index}.jpg`, {
        bytes: await sharp({ create: { ...create, background: { r: index, g: 0, b: 0 } } })
          .jpeg()
          .toBuffer(),
        path: 'trip',
      });
    const made = await dashboard.send('POST', '/api/links', {
      resource: { type: 'folder', id: 'trip' },
      download: true,
    });
    ({ url: folder } = (await made.json()) as { readonly url: string });
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog', { name: /^Share/ });
  const picture = (of: Page, index: number) => of.getByRole('link', { name: `p${index}.jpg`, exact: true });
  const box = (of: Page) => of.getByRole('dialog', { name: 'Picture' });
  const items = (of: Page) => of.locator('.grid > li:not(.filler)');
  const shows = async (of: Page, index: number) => {
    await box(of)
      .getByRole('img', { name: `p${index}.jpg`, exact: true })
      .waitFor(SOON);
  };

  const visit = async (url: string, options: BrowserContextOptions = {}) =>
    await openAsStranger(dashboard.browser, url, { timeoutMs: SOON.timeout, ...options });

  async function makeLink(): Promise<string> {
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    await dialog().getByRole('img', { name: 'QR code of the address' }).waitFor();
    return await dialog().locator('code').innerText();
  }

  it('to an image is made with a password, opened with it, and revoked', async () => {
    await dashboard.visit(`/images/${id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog().getByText('There are no links to this yet.').waitFor();
    await dialog().getByLabel('Location', { exact: true }).selectOption('About 11 km');
    await dialog().getByText('the town, not the house').waitFor();
    await dialog().getByLabel('Expires').selectOption('After 1 week');
    await dialog().getByLabel('Password').fill(PASSWORD);
    expect(await faultsInBothThemes(page)).toEqual([]);
    const url = await makeLink();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.goBack();
    await page.goForward();
    await dialog().getByText(url).waitFor(); // not lost by Back
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().getByText('with a password · location to about 11 km').waitFor();

    const visitor = await visit(url);
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    await visitor.getByLabel('Password').fill('not that one');
    await visitor.keyboard.press('Enter');
    await visitor.getByText('Wrong password.').waitFor();
    await visitor.getByLabel('Password').fill(PASSWORD);
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('img', { name: 'shore.jpg' }).first().waitFor();
    expect(await visitor.evaluate(WIDTH_OF_PICTURE)).toBe(90);

    await page.reload();
    await dialog().getByText('opened once').waitFor();
    await dialog().getByRole('button', { name: 'Revoke the link' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await dialog().getByText('There are no links to this yet.').waitFor();
    await visitor.reload();
    await visitor.getByText('This link no longer works').waitFor();
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    await visitor.context().close();
  });

  it('to a folder is made on a phone, until a date', async () => {
    const storageState = await page.context().storageState();
    const { page: small, faults } = await openPage(dashboard.browser, { ...PHONE, storageState });
    await small.goto(`${dashboard.server.address}/images?path=trip`);
    await small.getByRole('button', { name: 'Share' }).click();
    const sheet = small.getByRole('dialog', { name: 'Share “trip”' });
    await sheet.getByText('never expires').waitFor();
    await sheet.getByLabel('Expires').selectOption('On a date');
    await sheet.getByLabel('At the end of').fill('2100-01-31');
    expect(await faultsInBothThemes(small)).toEqual([]);
    await sheet.getByRole('button', { name: 'Create a link' }).click();
    await sheet.getByRole('img', { name: 'QR code of the address' }).waitFor();
    expect(await faultsInBothThemes(small)).toEqual([]);
    await sheet.getByRole('button', { name: 'Done' }).click();
    await sheet.getByText('expires Jan 31, 2100, 11:59 PM').waitFor();
    expect(faults()).toEqual([]);
    await small.context().close();
  });

  it('opens pages of pictures without a fault of accessibility, and small ones', async () => {
    for (const size of [DESKTOP, PHONE]) {
      const visitor = await visit(folder, size);
      await picture(visitor, 1).waitFor();
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await picture(visitor, 1).click();
      await shows(visitor, 1);
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await visitor.reload(); // the address is that of the picture's own page
      await visitor.getByRole('link', { name: 'All pictures' }).waitFor();
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await visitor.context().close();
    }
    const html = await (await fetch(folder)).arrayBuffer();
    expect(html.byteLength).toBeLessThan(WHOLE_PAGE_BYTES);
  });

  it('needs no script: pictures and pages are links', async () => {
    const visitor = await visit(folder, { javaScriptEnabled: false });
    expect(await items(visitor).count()).toBe(60);
    expect(await box(visitor).count()).toBe(0);
    await visitor.getByRole('link', { name: 'More pictures' }).click();
    await picture(visitor, 63).click();
    await visitor.getByRole('link', { name: 'Previous' }).click();
    await visitor.getByRole('img', { name: 'p62.jpg' }).waitFor();
    await visitor.context().close();
  });

  it('shows pictures large: by keys, with Back, beyond the first page', async () => {
    const visitor = await visit(folder, { reducedMotion: 'no-preference' });
    const asked: string[] = [];
    visitor.on('request', (request) => asked.push(request.url()));
    await picture(visitor, 2).focus();
    await visitor.keyboard.press('Enter');
    await shows(visitor, 2);
    const isLarge = (url: string): boolean => url.endsWith('w=1920');
    await until('it and those beside it are asked for', () => asked.filter(isLarge).length >= 3);
    await visitor.keyboard.press('ArrowRight');
    await shows(visitor, 3);
    for (let index = 0; index < 8; index += 1) {
      await visitor.keyboard.press('Tab');
      expect(await visitor.evaluate('document.querySelector(".grid").contains(document.activeElement)')).toBe(
        false,
      );
    }
    await visitor.keyboard.press('ArrowLeft');
    await shows(visitor, 2);
    const download = visitor.waitForEvent('download');
    await box(visitor).getByRole('link', { name: 'Download the original' }).click();
    expect((await download).suggestedFilename()).toBe('p2.jpg');
    await visitor.keyboard.press('Escape');
    await box(visitor).waitFor({ state: 'hidden' });
    await visitor.locator('a:focus').getByRole('img', { name: 'p2.jpg', exact: true }).waitFor();

    await picture(visitor, 1).click();
    await shows(visitor, 1);
    expect(await box(visitor).getByRole('button', { name: 'Previous' }).isVisible()).toBe(false);
    await visitor.goBack();
    await box(visitor).waitFor({ state: 'hidden' });
    await visitor.goForward();
    await shows(visitor, 1);
    await visitor.goBack();

    await picture(visitor, 60).click();
    await shows(visitor, 60);
    await visitor.keyboard.press('ArrowRight');
    await shows(visitor, 61);
    await box(visitor).getByText('61 / 63').waitFor();
    await visitor.keyboard.press(' ');
    expect(await box(visitor).getByRole('button', { name: 'Slideshow', pressed: true }).count()).toBe(1);
    await shows(visitor, 63);
    await box(visitor).getByRole('button', { name: 'Slideshow', pressed: false }).waitFor();
    await visitor.keyboard.press('Escape');
    await box(visitor).waitFor({ state: 'hidden' });
    expect(await items(visitor).count()).toBe(PICTURES);
    expect(await visitor.getByRole('link', { name: 'More pictures' }).count()).toBe(0);
    await visitor.context().close();
  });

  it('on a phone is swiped, and reads on at the end of the grid', async () => {
    const visitor = await visit(folder, PHONE);
    await picture(visitor, 5).tap();
    await shows(visitor, 5);
    const session = await visitor.context().newCDPSession(visitor);
    const swipe = async (from: number, to: number) => {
      const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x: readonly number[]) =>
        await session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x.map((each) => ({ x: each, y: 400 })),
        });
      await touch('touchStart', [from]);
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [from + (to - from) * part]);
      await touch('touchEnd', []);
    };
    await swipe(300, 60);
    await shows(visitor, 6);
    await swipe(60, 300);
    await shows(visitor, 5);
    const toEnd = '() => scrollTo(0, document.documentElement.scrollHeight)';
    await visitor.evaluate(`addEventListener('popstate', ${toEnd})`); // scrolled as soon as the picture is closed
    await box(visitor).getByRole('button', { name: 'Close' }).click(); // Chromium takes a tap after such a swipe for its end
    await box(visitor).waitFor({ state: 'hidden' });
    await picture(visitor, 63).waitFor();
    await visitor.context().close();
    expect(dashboard.faults()).toEqual([]);
  });
});
