import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { uploadPhotos, type DatedPhoto } from './support/dated-photos.js';
import { Keyboard } from './support/keyboard.js';
import { faultsInEveryLook } from './support/looks.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 30_000 };
const photosOf = (day: string, count: number, more: Partial<DatedPhoto> = {}): readonly DatedPhoto[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${day}-${index}.jpg`, day, ...more }));

const PHOTOS = [
  ...photosOf('2024-07-14', 5, { isPlaced: true }),
  ...photosOf('2024-07-01', 2),
  ...photosOf('2023-12-31', 24, { camera: 'Pixel 8' }),
  ...photosOf('2023-03-05', 24),
  ...photosOf('2021-06-20', 24),
];

describe('images by day', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    await uploadPhotos(dashboard, PHOTOS);
    await dashboard.upload('undated.gif');
  });
  afterAll(async () => await dashboard.close());

  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const slider = () => page.getByRole('slider');
  const address = () => new URL(page.url()).search;
  const chip = (name: string) => page.getByRole('list', { name: 'Filters' }).getByText(name, { exact: true });

  /** The headings of months that are in the window, from the top. */
  const monthsInWindow = async (): Promise<readonly string[]> =>
    await page.evaluate<readonly string[]>(`[...document.querySelectorAll('section h2')]
      .map((heading) => [heading.getBoundingClientRect().top, heading.textContent])
      .filter(([top]) => top > -20 && top < innerHeight - 40).sort(([one], [other]) => one - other).map(([, text]) => text)`);

  async function landsOn(month: string): Promise<void> {
    await until(`${month} is at the top`, async () => (await monthsInWindow())[0] === month);
    expect(await slider().getAttribute('aria-valuetext')).toBe(month);
  }

  async function staysOn(month: string): Promise<void> {
    await until('photos are loaded', async () => (await page.locator('.room').count()) === 0);
    await landsOn(month);
  }

  it('have headings of months and days, and rows in the shapes of the photos', async () => {
    await dashboard.visit('/images');
    await heading('July 2024').waitFor();
    await page.getByRole('heading', { name: /^Sunday, July 14, 2024/ }).waitFor();
    await link('2024-07-14-4.jpg').waitFor();
    const tiles = await page.evaluate<readonly unknown[]>(`[...document.querySelectorAll('section')]
      .find((section) => section.ariaLabel === 'Sunday, July 14, 2024').querySelectorAll('[data-tile]')
      .values().map((tile) => [tile, tile.getBoundingClientRect()])
      .map(([tile, { width, height }]) => [tile.querySelector('a').title, (width / height).toFixed(2)]).toArray()`);
    // Taken one after the other: 90 × 60, 60 × 90, 80 × 60, 90 × 60, 60 × 90.
    expect(tiles).toEqual([
      ['2024-07-14-4.jpg', '0.67'],
      ['2024-07-14-3.jpg', '1.50'],
      ['2024-07-14-2.jpg', '1.33'],
      ['2024-07-14-1.jpg', '0.67'],
      ['2024-07-14-0.jpg', '1.50'],
    ]);
    expect(await link('undated.gif').count()).toBe(0);
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('have a scrubber that lands on the month that it names, with keys and with a pointer', async () => {
    await dashboard.visit('/images');
    await link('2024-07-14-4.jpg').waitFor();
    await slider().focus();
    await page.keyboard.press('ArrowDown');
    await staysOn('December 2023');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Home');
    await landsOn('July 2024');
    const { x, y, width, height } = (await slider().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height * 0.5, { steps: 8 });
    const named = (await slider().getAttribute('aria-valuetext')) ?? '';
    expect(named).toBe('March 2023');
    await page.mouse.up();
    await staysOn(named);
    // Reloaded and come back to, the same photos are in the window.
    await page.reload();
    await staysOn(named);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Albums' }).click();
    await page.goBack();
    await staysOn(named);
  });

  it('lead to a date, or to what is before it', async () => {
    for (const path of ['/albums', '/images']) await dashboard.visit(path); // not a reload, which keeps the place
    await link('2024-07-14-4.jpg').waitFor();
    await page.getByRole('button', { name: 'Jump to a date' }).click();
    await dialog().getByLabel('Date').fill('2023-08-08');
    await dialog().getByRole('button', { name: 'Jump', exact: true }).click();
    await staysOn('March 2023');
  });

  it('are opened one after another through the whole library', async () => {
    for (const path of ['/albums', '/images']) await dashboard.visit(path); // not a reload, which keeps the place
    await link('2024-07-01-0.jpg').click();
    await dialog().getByText('7 of 79', { exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog().getByRole('heading', { name: '2023-12-31-23.jpg' }).waitFor();
    for (let step = 0; step < 24; step += 1) await page.keyboard.press('ArrowRight');
    await dialog().getByRole('heading', { name: '2023-03-05-23.jpg' }).waitFor();
    await dialog().getByText('32 of 79', { exact: true }).waitFor();
  });

  it('have those without a time in a place of their own', async () => {
    await dashboard.visit('/images');
    await page.getByRole('button', { name: '1 photo without a time' }).click();
    await heading('Photos without a time').waitFor();
    await link('undated.gif').waitFor();
    expect(await link('2024-07-14-4.jpg').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the days' }).click();
    await heading('July 2024').waitFor();
  });

  it('are narrowed by chips, which the address and a smart album keep', async () => {
    await dashboard.visit('/images');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await dialog().getByLabel('From', { exact: true }).fill('2023');
    await dialog().getByLabel('To', { exact: true }).fill('2023-12');
    await dialog().getByLabel('Camera').selectOption('Pixel 8');
    await dialog().getByLabel('No place').check({ force: true });
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Show' }).click();
    await heading('December 2023').waitFor();
    expect(address()).toBe('?takenFrom=2023&takenTo=2023-12&camera=Pixel+8&without=place');
    await page.reload();
    await chip('2023 – December 2023').waitFor();
    await heading('December 2023').waitFor();
    expect(await heading('March 2023').count()).toBe(0);
    await chip('Pixel 8').waitFor();

    await page.getByRole('button', { name: 'Save as smart album' }).click();
    await dialog().getByLabel('Title').fill('Pixel in 2023');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pixel in 2023' }).waitFor();
    await link('2023-12-31-23.jpg').waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Remove the filter “Pixel 8”' }).click();
    await slider().waitFor(); // there is more than one month
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await heading('July 2024').waitFor();
    expect(address()).toBe('');
  });

  it('are found by where they were taken', async () => {
    await dashboard.visit('/images?bbox=-10,38,-9,39');
    await chip('In an area of the map').waitFor();
    await heading('July 2024').waitFor();
    expect(await heading('December 2023').count()).toBe(0);
    expect(await link('2024-07-01-0.jpg').count()).toBe(0);
    await link('2024-07-14-0.jpg').click();
    await dialog().getByRole('link', { name: 'Photos near this place' }).click();
    await chip('Within 1 km of 38.70° / -9.20°').waitFor();
    await link('2024-07-14-4.jpg').waitFor();
    await dashboard.visit('/images?near=0,0');
    await heading('No images found').waitFor();
  });

  it('are selected from one day to another, and go at once when they are deleted elsewhere', async () => {
    await dashboard.visit('/images');
    await page.getByLabel('Select 2024-07-14-4.jpg').check({ force: true });
    await page.keyboard.down('Shift');
    await page.getByLabel('Select 2024-07-01-0.jpg').click({ force: true });
    await page.keyboard.up('Shift');
    await page.getByText('7 selected', { exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('79 selected', { exact: true }).waitFor();
    await page.keyboard.press('Escape');

    await slider().focus();
    await page.keyboard.press('ArrowDown');
    await staysOn('December 2023');
    const answer = await dashboard.server.fetch('/api/images?takenFrom=2024-07-14&takenTo=2024-07-14');
    const { images } = (await answer.json()) as { readonly images: readonly { readonly id: string }[] };
    await dashboard.send('POST', '/api/images/bulk/delete', { ids: images.map(({ id }) => id) });
    await dashboard.upload('new.jpg', { path: 'trips' });
    await page.getByRole('button', { name: '2 photos without a time' }).waitFor({ state: 'attached' });
    await staysOn('December 2023');
    await page.keyboard.press('Home');
    await landsOn('July 2024');
    expect(await link('2024-07-14-4.jpg').count()).toBe(0);
    await link('2024-07-01-0.jpg').waitFor();
    expect(dashboard.faults()).toEqual([]);
  });

  it('are used with a keyboard alone, from photo to photo', async () => {
    await dashboard.visit('/images');
    await link('2023-12-31-23.jpg').waitFor();
    const keyboard = new Keyboard(page);
    await keyboard.to(link('2024-07-01-1.jpg'));
    await page.keyboard.press('ArrowRight');
    await page.locator('a:focus[title="2024-07-01-0.jpg"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('a:focus[title^="2023-12-31"]').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('a:focus[title^="2024-07-01"]').waitFor();
  });

  it('are on a phone, in German, with a handle for a finger', async () => {
    const { page: phone, faults } = await openPage(dashboard.browser, {
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
      locale: 'de-DE',
    });
    await phone.goto(`${dashboard.server.address}/images`);
    await phone.getByRole('heading', { name: 'Juli 2024', exact: true }).waitFor(SOON);
    await phone.getByRole('heading', { name: /^Montag, 1. Juli 2024/ }).waitFor(SOON);
    const thumb = await phone.locator('.thumb').boundingBox();
    expect(thumb?.height).toBeGreaterThanOrEqual(44);
    const session = await phone.context().newCDPSession(phone);
    const [x, y] = [(thumb?.x ?? 0) + 2, (thumb?.y ?? 0) + 22];
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number): Promise<void> => {
      const touchPoints = to === undefined ? [] : [{ x, y: to }];
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', y);
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', y + step * 50);
    const named = (await phone.getByRole('slider').getAttribute('aria-valuetext')) ?? '';
    await touch('touchEnd');
    expect(named).toBe('Juni 2021');
    await phone.getByRole('heading', { name: named, exact: true }).waitFor(SOON);
    expect(await faultsInEveryLook(phone)).toEqual([]);
    expect(faults()).toEqual([]);
    await phone.context().close();
  });
});
