import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const peakAt = (longitude: number, latitude: number) => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

/** What is asked of an image element. */
interface ShownImage {
  readonly naturalWidth: number;
  readonly currentSrc: string;
}

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the page of a link', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 15_000 });
  });
  afterAll(async () => await dashboard.close());

  async function linkTo(type: string, id: string, options: object = {}): Promise<string> {
    const made = await dashboard.send('POST', '/api/links', { resource: { type, id }, ...options });
    return ((await made.json()) as { readonly url: string }).url;
  }

  it('of a space is a map', async () => {
    await dashboard.fill('peaks', [peakAt(8, 47), peakAt(9, 46)]);
    const url = await linkTo('space', 'peaks', { download: true });
    for (const size of [DESKTOP, PHONE]) {
      const visitor = await openAsStranger(dashboard.browser, 'about:blank', size);
      const tile = visitor.waitForResponse((response) => /\/tiles\/.*\.mvt/.test(response.url()));
      await visitor.goto(url);
      expect((await tile).status()).toBe(200);
      const region = visitor.getByRole('region', { name: 'Map' });
      await region.locator('canvas').waitFor();
      await region.getByRole('heading', { name: 'PEAKS' }).waitFor(); // in the legend
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await visitor.context().close();
    }
    const visitor = await openAsStranger(dashboard.browser, url, { javaScriptEnabled: false });
    await visitor.getByText('2 features').waitFor();
    expect(await visitor.getByRole('button').count()).toBe(0);
    const download = visitor.waitForEvent('download');
    await visitor.getByRole('link', { name: 'Download as GeoJSON' }).click();
    expect((await download).suggestedFilename()).toMatch(/^PEAKS.*json$/);
    await visitor.context().close();
  });

  it('of a map of layers shows their colors, what these mean, and what is told of a feature', async () => {
    const near = [{ ...peakAt(8, 47), properties: { name: 'Rigi <b>', height: 1_798, secret: 'hidden' } }];
    await dashboard.fill('summits', [...near, { ...peakAt(9, 46), properties: { height: 4_000 } }]);
    const made = await dashboard.send('POST', '/api/maps', {
      title: 'Summits by height',
      description: 'Measured in 2026.',
      view: { longitude: 8, latitude: 47, zoom: 9 },
      layers: [
        {
          title: 'Summits',
          space: 'summits',
          style: {
            color: { by: 'class', property: 'height', method: 'equal', ramp: 'Viridis', breaks: [2_000] },
            size: { by: 'one', size: 40 },
          },
          popup: { title: '{name}', fields: [{ property: 'height', name: 'Height' }] },
        },
      ],
    });
    const url = await linkTo('map', ((await made.json()) as { readonly id: string }).id);
    for (const size of [DESKTOP, PHONE]) {
      const visitor = await openAsStranger(dashboard.browser, 'about:blank', size);
      const tile = visitor.waitForResponse((response) => /\/layers\/.*\.mvt/.test(response.url()));
      await visitor.goto(url);
      expect((await tile).status()).toBe(200);
      await visitor.getByText('Measured in 2026.').waitFor();
      const panel = visitor.locator('button.handle');
      if (size === PHONE) await panel.click(); // the legend is above the map there
      expect(await visitor.getByRole('listitem').allInnerTexts()).toEqual(['< 2,000', '≥ 2,000', 'Other']);
      if (size === PHONE) await panel.click();
      const region = visitor.getByRole('region', { name: 'Map', exact: true }).first();
      const canvas = region.locator('canvas');
      const popup = region.locator('.map-popup');
      await until('a feature tells of itself', async () => {
        await canvas.click();
        return (await popup.count()) > 0;
      });
      expect(await popup.first().innerText()).toMatch(/^Rigi <b>\s+Height\s+1798$/);
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await visitor.context().close();
    }
  });

  it('of a map is a picture without scripts, in the theme of the reader, above the way to the table', async () => {
    await dashboard.fill('lakes', [{ ...peakAt(8, 47), properties: { name: 'Upper lake', depth: 217 } }]);
    const style = { color: { by: 'one', color: '#2a6f97' }, size: { by: 'one', size: 20 } };
    const made = await dashboard.send('POST', '/api/maps', {
      title: 'Lakes',
      description: 'Where one swims.',
      layers: [{ title: 'Lakes', space: 'lakes', style, table: ['depth'] }],
    });
    const url = await linkTo('map', ((await made.json()) as { readonly id: string }).id);
    const looks = [
      { ...DESKTOP, width: 1_440, colorScheme: 'dark' },
      { ...PHONE, width: 780, colorScheme: 'light' },
    ] as const;
    for (const { width, ...look } of looks) {
      const visitor = await openAsStranger(dashboard.browser, url, { ...look, javaScriptEnabled: false });
      const picture = visitor.getByRole('img', { name: 'Map: Lakes' });
      await until('the picture is there', async () => {
        const shown = await picture.evaluate((image: ShownImage) => ({
          width: image.naturalWidth,
          isDark: image.currentSrc.includes('theme=dark'),
        }));
        return shown.width === width && shown.isDark === (look.colorScheme === 'dark');
      });
      await visitor.getByRole('link', { name: 'Show the features as a table' }).click();
      await visitor.getByRole('cell', { name: '217' }).waitFor();
      await visitor.context().close();
    }
  });
});
