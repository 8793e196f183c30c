import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { dotsAtRest, dotsThat } from './support/dots.js';
import { places, pointAt } from './support/places.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

/** More than the table reads at once. */
const PLACES = 250;
const SOON = { timeout: 30_000 };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('a space in the dashboard', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    await dashboard.fill('places', places(PLACES));
    await dashboard.fill('fiji', [
      pointAt('suva', [178.44, -18.14], { name: 'Suva' }),
      pointAt('labasa', [179.38, -16.43], { name: 'Labasa' }),
      pointAt('lakeba', [-178.79, -18.22], { name: 'Lakeba' }),
    ]);
  });
  afterAll(async () => await dashboard.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const panel = () => page.getByRole('complementary', { name: 'Feature' });
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
  const open = async (path: string): Promise<void> => {
    await dashboard.visit(`/spaces/${path}`);
  };

  it('is narrowed by a filter as a whole, and says how many meet it', async () => {
    await open('places');
    const cells = page.waitForRequest(/\.mvt\?.*name/);
    await page.getByLabel('Property', { exact: true }).selectOption('name');
    await page.getByLabel('Comparison').selectOption('startsWith');
    await page.getByLabel('Value', { exact: true }).fill('Place 24');
    await button('Filter').click();
    await page.getByText('11 of 250 features').waitFor();
    await cells;
    await row('Place 249').waitFor();
    expect(await page.getByRole('row').count()).toBe(12); // with that of the names
    await page.getByRole('listitem').filter({ hasText: 'Points' }).getByText('11', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('250 features', { exact: true }).waitFor();
  });

  it('shows a row on the map, and what is clicked on the map in the table', async () => {
    await open('places?at=9 40 -100');
    await row('place-10').getByText('Place 10', { exact: true }).click();
    await panel().getByText('Place 10', { exact: true }).waitFor();
    await page.waitForURL((url) => !url.search.includes('-100'));
    expect(parameter('feature')).toBe('place-10');
    const [, latitude, longitude] = (parameter('at') ?? '').split(' ').map(Number);
    expect([latitude, longitude]).toEqual([expect.closeTo(0, 2), expect.closeTo(2.5, 2)]);

    await page.getByRole('button', { name: 'place-100', exact: true }).press('Enter');
    await page.locator('aside:focus').getByText('Place 100', { exact: true }).waitFor();
    await panel().getByRole('button', { name: 'Close' }).press('Enter');
    await page.locator('tr:has(button:focus)').getByText('Place 100', { exact: true }).waitFor();

    await open('places?at=14 0.5 12.25'); // place-249 alone, which the table has not read yet
    const { left, right, top, bottom } = await dotsAtRest(page);
    const { x, y } = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0 };
    await row('place-0').waitFor();
    expect(await row('Place 249').count()).toBe(0);
    await page.mouse.click(x + (left + right) / 2, y + (top + bottom) / 2);
    await row('Place 249').waitFor();
    await page.locator('.map-popup').getByText('Place 249', { exact: true }).waitFor();
    await panel().getByText('Place 249', { exact: true }).waitFor();
    expect(await page.locator('tr[aria-current=true]').innerText()).toContain('Place 249');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('gives the selection as a file, and its addresses', async () => {
    await open('places?where=p.nr+gt+246');
    await page.getByText('3 of 250 features').waitFor();
    await button('Export').click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('3 of 250 features').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const texts: Record<string, string> = {};
    for (const format of ['GeoJSON', 'NDJSON', 'CSV']) {
      if (!(await dialog.isVisible())) await button('Export').click();
      await dialog.getByLabel(format, { exact: true }).check({ force: true });
      const address = (await dialog.locator('code').allInnerTexts()).find((text) => text.includes('/hub/'));
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      const file = await download;
      texts[file.suggestedFilename()] = await readFile(await file.path(), 'utf8');
      const { pathname, search } = new URL(address ?? '');
      const answer = await dashboard.server.fetch(pathname + search);
      expect(texts[file.suggestedFilename()]).toBe(await answer.text());
    }
    const parsed = JSON.parse(texts['PLACES.geojson'] ?? '') as { readonly features: readonly object[] };
    expect(parsed.features).toHaveLength(3);
    expect(texts['PLACES.ndjson']?.trim().split('\n')).toHaveLength(3);
    expect(texts['PLACES.csv']).toContain('Place 249');
    expect(texts['PLACES.csv']?.trim().split('\r\n')).toHaveLength(4);
  });

  it('keeps a feature that is being edited while one looks elsewhere', async () => {
    await open('fiji?feature=suva');
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Value of name').fill('Suva City');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('Your unsaved edits are kept.').first().waitFor();
    await page.goBack();
    await page.getByText('You left this without saving.').waitFor();
    expect(await page.getByLabel('Value of name').inputValue()).toBe('Suva City');
    await page.getByRole('button', { name: 'Save' }).click();
    await panel().getByText('Suva City').waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.goBack();
    await panel().getByText('Suva City').waitFor();
  });

  it('opens around the antimeridian at its narrow bounds', async () => {
    await open('fiji');
    // Of the whole world it would be three pixels, or all of it.
    await dotsThat(page, ({ left, right }) => right - left > 200 && left > 0);
    expect(await page.locator('.maplibregl-ctrl-scale').innerText()).toMatch(/^100\skm$/);
  });

  it('says what the map leaves out, and asks tiles for nothing that it does not draw', async () => {
    const asked: string[] = [];
    await page.route(/\/tiles\/.*\.mvt/, async (route) => {
      asked.push(route.request().url());
      const response = await route.fetch();
      const isHere = route.request().url().includes('/5/17/15.');
      const headers = { ...response.headers(), ...(isHere && { 'cairn-tile-omitted': '1200' }) };
      await route.fulfill({ response, headers });
    });
    await open('places?at=5.2 0.5 12');
    await page.getByText(/1,200 features .* not drawn/).waitFor();
    expect(asked.map((url) => new URL(url).searchParams.get('selection'))).toEqual(
      asked.map(() => 'id,p.name'),
    );
    await page.getByRole('button', { name: 'Zoom in' }).first().waitFor();
    await page.unroute(/\/tiles\/.*\.mvt/);
    expect(dashboard.faults()).toEqual([]);
  });
});
