import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes, faultsInEveryLook } from './support/looks.js';
import { pointAt } from './support/places.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

const kinds = ['Hut', 'Peak', 'Lake'];
const places = Array.from({ length: 30 }, (_, number) =>
  pointAt(`place-${number}`, [8 + (number % 6) / 10, 46 + Math.floor(number / 6) / 10], {
    name: `${kinds[number % 3]} ${number}`,
    kind: kinds[number % 3],
    height: number * 100,
  }),
);
const trail = {
  type: 'Feature',
  id: 'trail',
  properties: { name: 'High <b>route' },
  geometry: { type: 'LineString', coordinates: [[8, 46], [8.5, 46.4]] }, // prettier-ignore
};

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('a map of the page', () => {
  let dashboard: Dashboard;
  let page: Page;
  let address = '';

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000, viewport: { width: 1440, height: 900 } });
    ({ page } = dashboard);
    await dashboard.fill('places', places);
    await dashboard.fill('trails', [trail]);
  });
  afterAll(async () => await dashboard.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const region = () => page.getByRole('region', { name: /^Map: / });
  const row = (id: string) => page.getByRole('grid').getByRole('button', { name: id, exact: true });
  /** The table draws only the rows in view. */
  const rowCount = async (count: number): Promise<void> =>
    await page.locator(`[role=grid][aria-rowcount="${count + 1}"]`).waitFor({ state: 'attached' });
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
  const tile = (layer: RegExp) =>
    page.waitForResponse((response) => layer.test(response.url()) && response.status() === 200);
  const apiOf = (map: string) => `/api/maps/${map.split('/').pop() ?? ''}`;

  it('is made of spaces in a few clicks, and shows them', async () => {
    await dashboard.visit('/maps');
    await page.getByText('No maps yet').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dashboard.visit('/spaces/places');
    await button('Make a map of it').click();
    await dialog().getByLabel('Title').fill('Weekend');
    await dialog().getByLabel('TRAILS').check();
    const shown = tile(/\/layers\/.*\.mvt/);
    await dialog().getByRole('button', { name: 'Make a map' }).click();
    await shown;
    await region().locator('canvas').waitFor();
    address = new URL(page.url()).pathname;
    expect(await page.title()).toBe('Weekend · Cairn');
    expect(await page.locator('.map-legend').getByRole('checkbox').count()).toBe(2);
    await rowCount(30);
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('is narrowed by its legend, in map, table and address', async () => {
    await dashboard.visit(address);
    const narrowed = tile(/\.mvt\?p\.kind=%27Peak%27/);
    await button('Peak').click();
    await narrowed;
    await rowCount(10);
    await button('Lake').click();
    await rowCount(20);
    expect(parameter('pick')).toMatch(/%22Peak%22.*%22Lake%22/);
    await page.goBack();
    await rowCount(10);
    await page.reload();
    await rowCount(10);
    expect(await button('Peak').getAttribute('aria-pressed')).toBe('true');
    const trails = page.getByRole('checkbox', { name: 'TRAILS' });
    await trails.uncheck();
    await until('the address says it', () => Promise.resolve(parameter('off') !== null));
    await button('Show everything').click();
    await rowCount(30);
    expect([await trails.isChecked(), parameter('off'), parameter('pick')]).toEqual([true, null, null]);
  });

  it('tells of features in popups, from the map and from the table, without their HTML', async () => {
    await dashboard.visit(address);
    await page.getByRole('columnheader', { name: 'height' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'height' }).getByRole('button').click();
    await until(
      'the highest is first',
      async () => (await page.locator('tbody th').first().textContent()) === 'place-29',
    );
    await row('place-29').click();
    const popup = region().locator('.map-popup');
    await popup.getByText('Lake 29').waitFor();
    await until('the map is there', () => Promise.resolve(parameter('at') !== null));
    await page.getByLabel('Layer', { exact: true }).selectOption('TRAILS');
    await row('trail').click();
    await popup.getByText('High <b>route').waitFor();
    await region().locator('canvas').focus();
    await page.keyboard.press('Enter'); // the middle of the line is the middle of the map
    await popup.getByText('High <b>route').waitFor();
    expect(await popup.count()).toBe(1);
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  it('keeps where it begins, follows what others change, and says what they did', async () => {
    await dashboard.visit(`${address}?at=11+46.2+8.2`);
    await button('Begin here').click();
    await page.getByText('The map begins here now.').waitFor();
    const stored = async (): Promise<{
      readonly view: { readonly zoom: number } | null;
      readonly title: string;
    }> => (await (await dashboard.server.fetch(apiOf(address))).json()) as never;
    expect((await stored()).view).toEqual({ longitude: 8.2, latitude: 46.2, zoom: 11 });

    await button('Title and description').click();
    await dialog().getByLabel('Title').fill('Mine');
    await dashboard.send('PATCH', apiOf(address), { title: 'Theirs' });
    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor({ state: 'attached' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();

    // Between the answer and the event of their change, the form sends an outdated tag.
    await page.route(`**${apiOf(address)}`, async (route) => {
      if (route.request().method() !== 'PATCH') return await route.continue();
      await dashboard.send('PATCH', apiOf(address), { title: 'Theirs again' });
      await page.unroute(`**${apiOf(address)}`);
      return await route.continue();
    });
    await button('Title and description').click();
    await dialog().getByLabel('Title').fill('Weekend');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('The map was changed elsewhere in the meantime.').waitFor();
    expect((await stored()).title).toBe('Theirs again');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Weekend' }).waitFor();
  });

  it('is shared by a link, which the lists lead to', async () => {
    await dashboard.visit(address);
    await button('Share').click();
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    const url = await dialog().locator('code').innerText();
    const visitor = await openAsStranger(dashboard.browser, url, { timeoutMs: 30_000 });
    await visitor.getByRole('heading', { name: 'Weekend' }).waitFor();
    await visitor.context().close();
    await dashboard.visit('/maps');
    const entry = page.getByRole('link', { name: /Weekend/ });
    await entry.getByText('By link').waitFor();
    await page.getByLabel('Search maps').fill('nothing');
    await page.getByText('No maps found').waitFor();
    await page.getByLabel('Search maps').fill('week');
    await entry.waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dashboard.visit('/shared/by-me');
    await page.getByRole('link', { name: 'Weekend' }).click();
    await region().locator('canvas').waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
  });

  it('is for phones, too: the legend is below the map, and the table a tab', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await dashboard.visit(address);
    await region().locator('canvas').waitFor();
    await page.getByRole('link', { name: 'Maps' }).first().waitFor();
    expect(await page.getByRole('grid').isVisible()).toBe(false);
    await button('Hut').click();
    await button('Table').click();
    await rowCount(10);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('goes to the trash, and comes back', async () => {
    await dashboard.visit(address);
    await button('Delete').click();
    await dialog().getByText('Its spaces stay as they are.').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No maps yet').waitFor();
    await button('Undo').click();
    await page.getByRole('link', { name: /Weekend/ }).waitFor();
    await dashboard.send('DELETE', apiOf(address));
    await page.getByText('No maps yet').waitFor(); // the page follows
    await dashboard.visit(address);
    await page.getByText('This map is gone').waitFor();
    await dashboard.visit('/trash');
    await button('Restore “Weekend”').click();
    await page.getByText('Restored.').waitFor();
    await dashboard.visit('/maps');
    await page.getByRole('link', { name: /Weekend/ }).waitFor();
    expect(dashboard.faults().filter((fault) => !/412|404/.test(fault))).toEqual([]);
  });
});
