import { filesIn, until, type Folder } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { StaticHost } from './support/static-host.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const BELOW = '/our maps/summits/';

const peakAt = (longitude: number, latitude: number, properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

/** Takes seconds, as every suite with a browser. */
describe('a map that was exported as a folder', () => {
  let dashboard: Dashboard;
  let folder: Folder;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 15_000 });
    await dashboard.fill('summits', [
      peakAt(8, 47, { name: 'Rigi <b>', height: 1_798, secret: 'hidden' }),
      peakAt(9, 46, { name: 'Far', height: 4_000 }),
    ]);
    const made = await dashboard.send('POST', '/api/maps', {
      title: 'Summits <i>',
      description: 'Measured in 2026.',
      view: { longitude: 8, latitude: 47, zoom: 9 },
      layers: [
        {
          title: 'Summits',
          space: 'summits',
          style: {
            color: { by: 'class', property: 'height', method: 'equal', ramp: 'Viridis', breaks: [2_000] },
            size: { by: 'one', size: 40 },
            label: { property: 'name' },
          },
          popup: { title: '{name}', fields: [{ property: 'height', name: 'Height' }] },
        },
      ],
    });
    const { id } = (await made.json()) as { readonly id: string };
    const answer = await dashboard.send('GET', `/api/maps/${id}/export.zip?language=en`);
    folder = filesIn(Buffer.from(await answer.arrayBuffer()));
  });
  afterAll(async () => await dashboard.close());

  it.each([
    ['that answers ranges', true],
    ['without ranges', false],
  ])('opens from a server %s, below any path, with legend, popups and credits', async (_, hasRanges) => {
    const host = await StaticHost.start(folder, { below: BELOW, hasRanges });
    const visitor = await openAsStranger(dashboard.browser, 'about:blank');
    const asked: string[] = [];
    visitor.on('request', (request) => asked.push(request.url()));
    await visitor.goto(host.url);
    await visitor.getByRole('heading', { name: 'Summits <i>' }).waitFor();
    await visitor.getByText('Measured in 2026.').waitFor();
    await visitor.getByRole('listitem').first().waitFor();
    expect(await visitor.getByRole('listitem').allInnerTexts()).toEqual(['< 2,000', '≥ 2,000', 'Other']);
    await visitor.getByText('GeoNames').waitFor();
    const popup = visitor.locator('.map-popup');
    await until('a feature tells of itself', async () => {
      await visitor.locator('.map canvas').click();
      return (await popup.count()) > 0;
    });
    expect(await popup.first().innerText()).toMatch(/^Rigi <b>\s+Height\s+1798$/);
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    expect(host.missed).toEqual([]);
    expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(encodeURI(host.url)))).toEqual([]);
    await visitor.context().close();
    await host.close();
  });
});
