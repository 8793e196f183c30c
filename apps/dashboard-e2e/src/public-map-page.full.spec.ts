import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const originOf = (address: string): string => new URL(address).origin;

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the page of a public map', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 15_000 });
  });
  afterAll(async () => await dashboard.close());

  /** A public map of three huts, two of them high. */
  async function publicMap(): Promise<{ readonly id: string; readonly url: string }> {
    id ??= await hutMap();
    await dashboard.send('PATCH', `/api/maps/${id}`, { public: true });
    return { id, url: `${originOf(dashboard.page.url())}/m/${id}` };
  }
  let id: string | undefined;

  async function hutMap(): Promise<string> {
    const hutAt = (longitude: number, properties: object) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [longitude, 47] },
    });
    await dashboard.fill('huts', [
      hutAt(8, { name: 'Lower hut', kind: 'low', secret: 'hidden' }),
      hutAt(9, { name: 'Upper hut', kind: 'high' }),
      hutAt(10, { name: '<b>Top</b> hut', kind: 'high' }),
    ]);
    const made = await dashboard.send('POST', '/api/maps', {
      title: 'Huts & more',
      description: 'Open all year.',
      view: { longitude: 9, latitude: 47, zoom: 7 },
      layers: [
        {
          title: 'Huts',
          space: 'huts',
          style: {
            color: {
              by: 'category',
              property: 'kind',
              colors: [
                { value: 'low', color: '#1f5fc4' },
                { value: 'high', color: '#b34700' },
              ],
            },
          },
          popup: { title: '{name}', fields: [{ property: 'kind', name: 'Kind' }] },
        },
      ],
    });
    return ((await made.json()) as { readonly id: string }).id;
  }

  it('searches, filters and lists what it shows, without a key, on a phone and on a screen', async () => {
    const { id, url } = await publicMap();
    for (const size of [DESKTOP, PHONE]) {
      const visitor = await openAsStranger(dashboard.browser, url, { ...size, locale: 'de-DE' });
      await visitor.locator('.view canvas').waitFor();
      const sheet = visitor.getByRole('button', { name: 'Legende und Suche' });
      const openSheet = async (): Promise<void> => {
        if (size === PHONE) await sheet.click();
      };
      await openSheet();
      await visitor.getByRole('searchbox', { name: 'Karte durchsuchen' }).fill('TOP');
      await visitor.getByRole('button', { name: '<b>Top</b> hut' }).click();
      expect(await visitor.locator('.map-popup').innerText()).toMatch(/^<b>Top<\/b> hut\s+Kind\s+high$/);
      await visitor.keyboard.press('Escape');
      await openSheet();
      await visitor.getByRole('button', { name: 'Tabelle', exact: true }).click();
      const rows = visitor.getByRole('rowheader');
      await until('all are listed', async () => (await rows.count()) === 3);
      const tile = visitor.waitForResponse((response) => /\.mvt\?.*p\.kind=/.test(response.url()));
      await visitor.getByRole('button', { name: 'high', exact: true }).click();
      expect([200, 204]).toContain((await tile).status());
      await until('the selected are listed', async () => (await rows.count()) === 2);
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await visitor.context().close();
    }
    await dashboard.send('PATCH', `/api/maps/${id}`, { public: false });
    const after = await fetch(url);
    expect([after.status, after.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  });

  it('tells where its reader is, or why it cannot', async () => {
    const { url } = await publicMap();
    const place = { longitude: 8.5, latitude: 47.2 };
    for (const permissions of [['geolocation'], []]) {
      const visitor = await openAsStranger(dashboard.browser, url, {
        ...DESKTOP,
        geolocation: place,
        permissions,
      });
      await visitor.getByRole('button', { name: 'Where am I' }).click();
      const told = permissions.length > 0 ? 'You are here' : /does not tell|may not tell/;
      await visitor.getByRole('status').filter({ hasText: told }).waitFor();
      expect(await visitor.getByRole('img', { name: 'You are here' }).count()).toBe(permissions.length);
      await visitor.context().close();
    }
  });

  it('is saved and printed with its title and its credits, on one sheet', async () => {
    const { url } = await publicMap();
    const visitor = await openAsStranger(dashboard.browser, url, DESKTOP);
    await visitor.locator('.view canvas').waitFor();
    const download = visitor.waitForEvent('download');
    await visitor.getByRole('button', { name: 'Save as picture' }).click();
    expect((await download).suggestedFilename()).toBe('Huts & more.png');
    const loaded = await visitor.evaluate<readonly string[]>(
      'performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\\.(?:js|css)$/.test(name))',
    );
    const own = loaded.filter((address) => !/maplibre-gl|\/maplibre-/.test(address));
    const sizes = own.map(async (address) => {
      const { headers } = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
      return Number(headers.get('content-length'));
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(60_000);
    const sheet = (await visitor.pdf({ format: 'A4' })).toString('latin1');
    expect(sheet.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(sheet).toMatch(/\/Subtype\s*\/Image/);
    expect(await visitor.locator('.printed').count()).toBe(0);
    await visitor.context().close();
  });

  it('is shown in frames of any origin, and without scripts as a table', async () => {
    const { url } = await publicMap();
    const site = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<iframe src="${url}?embed" title="m" width="600" height="400"></iframe>`),
    ); // prettier-ignore
    await once(site.listen(0), 'listening');
    const { port } = site.address() as AddressInfo;
    const visitor = await openAsStranger(dashboard.browser, `http://127.0.0.1:${port}/`, DESKTOP);
    const frame = visitor.frameLocator('iframe');
    await frame.locator('.view canvas').waitFor();
    expect(await frame.getByRole('link', { name: 'Open map' }).getAttribute('href')).toBe(url);
    expect(await visitor.context().cookies()).toEqual([]);
    await visitor.context().close();
    site.close();
    const policies = [`${url}?embed`, url].map(async (address) => {
      const { headers } = await fetch(address);
      return /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    });
    expect(await Promise.all(policies)).toEqual(['*', "'none'"]);
    const plain = await openAsStranger(dashboard.browser, url, { ...PHONE, javaScriptEnabled: false });
    await plain.getByRole('link', { name: 'Show the features as a table' }).click();
    await plain.getByRole('rowheader', { name: '<b>Top</b> hut' }).waitFor();
    expect(await plain.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Kind']);
    await plain.context().close();
  });
});
