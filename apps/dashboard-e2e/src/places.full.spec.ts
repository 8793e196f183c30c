import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { uploadPhotos } from './support/dated-photos.js';
import { Keyboard } from './support/keyboard.js';

jest.setTimeout(240_000); // the browser has other work

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('places of photos', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000 });
    ({ page } = dashboard);
    await uploadPhotos(dashboard, [
      { name: 'coast.jpg', day: '2024-07-01', isPlaced: true },
      { name: 'cape.jpg', day: '2024-07-02', isPlaced: true },
      { name: 'lake.jpg', day: '2024-08-01' },
      { name: 'hut.jpg', day: '2024-08-02' },
    ]);
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const coordinates = (shown = page) => shown.getByLabel('Coordinates', { exact: true });
  const marker = (shown = page) => shown.getByRole('button', { name: 'Place. The arrow keys move it.' });

  async function namesOf(query: string): Promise<readonly string[]> {
    const response = await dashboard.server.fetch(`/api/images?${query}`);
    const { images } = (await response.json()) as { readonly images: readonly { readonly url: string }[] };
    return images.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)).toSorted();
  }

  it('are set for many with the keyboard alone, and taken back', async () => {
    await dashboard.visit('/images?without=place');
    await page.getByRole('heading', { name: 'Photos without a place' }).waitFor();
    await page.getByRole('link', { name: 'lake.jpg' }).waitFor();
    const keyboard = new Keyboard(page);
    await keyboard.button('Select all');
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
    await keyboard.button('Place');
    await page.getByRole('dialog', { name: 'Where were these 2 photos taken?' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog().getByText('Write latitude and longitude').waitFor();
    await page.keyboard.type('47°22\'37"N, 8°32\'30"E');
    await marker().waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await keyboard.press(marker(), 'ArrowRight');
    await until('the place moved east', async () => (await coordinates().inputValue()).startsWith('47.3'));
    const [latitude, longitude] = (await coordinates().inputValue()).split(', ').map(Number);
    expect(latitude).toBeCloseTo(47.377, 2);
    expect(longitude).toBeGreaterThan(8.55);
    await keyboard.button('Set the place');
    await page.getByText('The place of 2 photos is set.').waitFor();
    const near = `near=${longitude},${latitude}&radius=20`;
    expect(await namesOf(near)).toEqual(['hut.jpg', 'lake.jpg']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The former places are back.').waitFor();
    expect(await namesOf('without=place')).toEqual(['hut.jpg', 'lake.jpg']);
    await page.getByRole('link', { name: 'lake.jpg' }).waitFor();
  });

  it('are chosen on the map by hand, and given back to what the file says', async () => {
    await dashboard.visit('/images?q=coast');
    await page.getByRole('link', { name: 'coast.jpg' }).click();
    await dialog().getByText('38.70000° / -9.20000°').waitFor();
    await dialog().getByRole('button', { name: 'Set the place' }).click();
    await marker().waitFor();
    expect(await coordinates().inputValue()).toBe('38.7, -9.2');
    const { x, y, width, height } = (await marker().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2 + 8, { steps: 4 });
    await page.mouse.up();
    await until('the marker was dragged', async () => (await coordinates().inputValue()) !== '38.7, -9.2');
    await dialog().last().getByRole('button', { name: 'Set the place' }).click();
    await page.getByText('The place is set.').waitFor();
    await dialog().getByText('38.70000° / -9.20000°').waitFor({ state: 'detached' });
    expect(await namesOf('near=-9.2,38.7&radius=20')).toEqual(['cape.jpg']);
    await dialog().getByRole('button', { name: 'Undo' }).click();
    await dialog().getByText('The former places are back.').waitFor();
    await dialog().getByText('38.70000° / -9.20000°').waitFor();
    await dialog().getByRole('button', { name: 'Set the place' }).click();
    await dialog().last().getByLabel('Coordinates').fill('10, 20');
    await dialog().last().getByRole('button', { name: 'Set the place' }).click();
    await dialog().getByText('10.00000° / 20.00000°').waitFor();
    await dialog().getByRole('button', { name: 'Set the place' }).click();
    await dialog().last().getByRole('button', { name: 'Use the place in the file' }).click();
    await dialog().getByText('38.70000° / -9.20000°').waitFor();
    expect(await namesOf('near=-9.2,38.7&radius=20')).toEqual(['cape.jpg', 'coast.jpg']);
  });

  it('on a phone are chosen by a touch, and fit', async () => {
    const storageState = await page.context().storageState();
    const { page: small, faults } = await openPage(dashboard.browser, { ...PHONE, storageState });
    small.setDefaultTimeout(30_000);
    await small.goto(`${dashboard.server.address}/images?without=place`);
    await small.getByRole('main').getByRole('button', { name: 'Select all' }).first().click();
    await small.getByRole('button', { name: 'Place', exact: true }).click();
    await small.locator('.maplibregl-canvas').tap({ position: { x: 170, y: 90 } });
    await marker(small).waitFor();
    expect(await coordinates(small).inputValue()).toMatch(/^-?\d+(\.\d+)?, -?\d+(\.\d+)?$/);
    expect(await faultsInBothThemes(small)).toEqual([]);
    expect(faults()).toEqual([]);
    await small.context().close();
  });

  it('lead from a part of the photo map to its photos by day', async () => {
    await dashboard.fill('trips');
    await dashboard.send('PUT', '/api/photo-spaces?path=trips', { spaceId: 'trips' });
    await dashboard.visit('/photos');
    await page.getByRole('link', { name: 'Show these 2 photos by day' }).click();
    await page.waitForURL(/\/images\?path=trips&bbox=/);
    await page.getByRole('list', { name: 'Filters' }).getByText('In an area of the map').waitFor();
    await page.getByRole('heading', { name: /July/ }).first().waitFor();
    await page.getByRole('link', { name: 'cape.jpg' }).waitFor();
    expect(await page.getByRole('link', { name: 'lake.jpg' }).count()).toBe(0);
    expect(dashboard.faults()).toEqual([]);
  });

  it('and favourites and stars are conditions in the address, and of a smart album', async () => {
    const listed = await dashboard.server.fetch('/api/images?q=hut');
    const { images } = (await listed.json()) as { readonly images: readonly { readonly id: string }[] };
    await dashboard.send('PATCH', `/api/images/${images[0]?.id ?? ''}`, { favourite: true, rating: 4 });
    await dashboard.visit('/images');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await dialog().getByLabel('Only favourites').check();
    await dialog().getByLabel('Rating').selectOption('3 stars or more');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/favourite=true&rating=3/);
    await page.getByRole('link', { name: 'hut.jpg' }).waitFor();
    await page.getByRole('link', { name: 'cape.jpg' }).waitFor({ state: 'detached' });
    await page.reload();
    const chips = page.getByRole('list', { name: 'Filters' });
    await chips.getByText('3 stars or more').waitFor();
    await page.getByRole('button', { name: 'Save as smart album' }).click();
    expect(await dialog().getByLabel('Title').inputValue()).toBe('Favourites, 3 stars or more');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Favourites, 3 stars or more' }).waitFor();
    await page.getByRole('link', { name: 'hut.jpg' }).waitFor();
    await page.goBack();
    await chips.getByRole('button', { name: 'Remove the filter “Favourites”' }).click();
    await chips.getByRole('button', { name: 'Remove the filter “3 stars or more”' }).click();
    await page.getByRole('link', { name: 'cape.jpg' }).waitFor();
    expect(dashboard.faults()).toEqual([]);
  });
});
