import { readFile } from 'node:fs/promises';
import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityFaults, imagesShown, openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';

jest.setTimeout(240_000); // the browser has other work

/** Nothing that the page shows takes so long; what it does not show would never come. */
const SOON = { timeout: 10_000 };
const SCALE = "document.querySelector('.stage img').style.scale";
const NAMES = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg'];

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('an image that is open', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    for (const [index, name] of NAMES.entries()) {
      const create = { width: 900, height: 600, channels: 3, background: `#4${index}8` } as const;
      await dashboard.upload(name, { bytes: await sharp({ create }).jpeg().toBuffer(), path: 'trip' });
    }
    await open('three.jpg');
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const shows = async (name: string) => {
    await dialog().getByRole('heading', { name, exact: true }).waitFor(SOON);
    await dialog().getByRole('img', { name, exact: true }).waitFor(SOON);
  };
  const transform = async () => await page.evaluate<string>(SCALE);

  async function open(name: string): Promise<void> {
    await dashboard.visit('/images');
    await imagesShown(page);
    await page.getByRole('link', { name }).click();
    await shows(name);
  }

  it('leads to the next and the previous one by arrows; Back closes it, and a reload shows it', async () => {
    await page.keyboard.press('ArrowRight');
    await shows('two.jpg');
    await page.keyboard.press('ArrowRight');
    await shows('one.jpg');
    await dialog().getByText('4 of 4').waitFor(SOON);
    await dialog().getByRole('button', { name: 'Previous image' }).click();
    await page.keyboard.press('ArrowLeft');
    await shows('three.jpg');
    await page.reload();
    await shows('three.jpg');
    await page.goBack();
    await dialog().waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/images');
    await page.goForward();
    await shows('three.jpg');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('has the ones beside it loaded before', async () => {
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(request.url()));
    await open('two.jpg');
    const isAsked = (name: string): boolean =>
      [...asked].some((url) => url.includes(`/${name}.jpg?format=auto&w=`));
    await until('those beside it are asked for', () => ['one', 'three'].every(isAsked));
  });

  it('is zoomed by keys, wheel and double click, and moved', async () => {
    await open('two.jpg');
    await page.keyboard.press('+');
    expect(Number(await transform())).toBeCloseTo(1.4);
    await page.keyboard.press('0');
    expect(await transform()).toBe('1');
    await dialog().locator('.stage').hover();
    await page.mouse.wheel(0, -400);
    await until('it is zoomed in', async () => Number(await transform()) >= 2);
    await dialog().locator('.stage').dblclick();
    await until('it fits', async () => (await transform()) === '1');
    await dialog().locator('.stage').dblclick();
    await until('it is large', async () => (await transform()) === '2.5');
    await page.keyboard.press('ArrowLeft');
    await shows('three.jpg');
    expect(await transform()).toBe('1');
  });

  it('keeps what was typed, before its facts are there and while others are looked at', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      '**/api/images/*?include=metadata',
      async (route) => (await held, await route.continue()),
    );
    await open('two.jpg');
    await dialog().getByLabel('Tags').fill('sea, sand');
    release();
    await dialog().getByText('900 × 600').waitFor(SOON);
    expect(await dialog().getByLabel('Tags').inputValue()).toBe('sea, sand');
    await dialog().getByText('Rename or move').click();
    await dialog().getByLabel('Name').fill('Shore');
    await dialog().getByRole('button', { name: 'Next image' }).click();
    await shows('one.jpg');
    await dialog().getByRole('button', { name: 'Previous image' }).click();
    await shows('two.jpg');
    expect(await dialog().getByLabel('Tags').inputValue()).toBe('sea, sand');
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Shore');
    await dialog().getByRole('button', { name: 'Save tags' }).click();
    await page.getByText('The tags are saved.').waitFor(SOON);
    await page.unroute('**/api/images/*?include=metadata');
  });

  it('is downloaded as it was uploaded, and in a size', async () => {
    await open('one.jpg');
    const original = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download', exact: true }).click();
    expect((await original).suggestedFilename()).toBe('one.jpg');
    const { info } = await sharp(await readFile(await (await original).path())).toBuffer({
      resolveWithObject: true,
    });
    expect([info.width, info.height]).toEqual([900, 600]);
    await dialog().getByText('Other sizes and formats').click();
    await dialog().getByLabel('Width').selectOption('320');
    await dialog().getByLabel('Format').selectOption('webp');
    const small = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download in this size' }).click();
    expect((await small).suggestedFilename()).toBe('one-320.webp');
    const made = await sharp(await readFile(await (await small).path())).metadata();
    expect([made.width, made.format]).toEqual([320, 'webp']);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(dashboard.faults()).toEqual([]);
  });

  it('is renamed and moved; a folder that is refused is said, and its former address still leads to it', async () => {
    await open('four.jpg');
    const before = await dialog().locator('code').first().innerText();
    await dialog().getByText('Rename or move').click();
    await dialog().getByLabel('Name').fill('Harbour');
    await dialog().getByLabel('Folder').fill('..');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByText('must not have `..`').waitFor();
    await dialog().getByLabel('Folder').fill('coast/a\\b');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('“coast/a\\b” is stored as “coast/a-b”').waitFor();
    await dialog().getByText('/cdn/coast/a-b/Harbour.jpg', { exact: false }).first().waitFor();
    await dialog().getByLabel('Folder').fill('coast');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await shows('Harbour.jpg');
    await dialog().getByText('/cdn/coast/Harbour.jpg', { exact: false }).first().waitFor();
    expect((await page.context().request.get(before)).status()).toBe(200);
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Folders' }).getByText('coast').waitFor();
    expect(await page.getByRole('link', { name: 'four.jpg' }).count()).toBe(0);
  });

  it('on a phone is swiped, has its details below, and fits', async () => {
    const state = await page.context().storageState();
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: state,
    };
    const { page: small, faults } = await openPage(dashboard.browser, phone);
    small.setDefaultTimeout(SOON.timeout);
    await small.goto(`${dashboard.server.address}/images`);
    await small.getByRole('link', { name: 'three.jpg' }).click();
    const name = (text: string) => small.getByRole('dialog').getByRole('img', { name: text, exact: true });
    await name('three.jpg').waitFor();
    const session = await small.context().newCDPSession(small);
    const touch = async (type: string, ...x: readonly number[]) =>
      await session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: x.map((each, id) => ({ x: each, y: 400, id })),
      });
    await touch('touchStart', 300);
    for (const x of [260, 200, 120, 60]) await touch('touchMove', x);
    await touch('touchEnd');
    await name('two.jpg').waitFor();
    await touch('touchStart', 150, 240);
    for (const spread of [10, 30, 60, 90]) await touch('touchMove', 150 - spread, 240 + spread);
    await touch('touchEnd');
    expect(Number(await small.evaluate(SCALE))).toBeGreaterThan(2);
    const [stage, details] = [small.locator('.stage'), small.getByRole('complementary')];
    expect((await details.boundingBox())?.y).toBeGreaterThan(((await stage.boundingBox())?.height ?? 0) - 1);
    expect(await small.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(faults()).toEqual([]);
    await small.context().close();
  });
});
