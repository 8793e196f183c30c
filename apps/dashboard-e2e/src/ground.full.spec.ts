import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { IN_MEMORY, until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { pointAt } from './support/places.js';

jest.setTimeout(240_000); // the browser has other work

/** The ground's colours in the light theme. */
const WATER = [0xdf, 0xe8, 0xea] as const;
const LAND = [0xf7, 0xf5, 0xf0] as const;
/** Letters are darker than borders. */
const INK = 150;
/** Where its name stands. */
const GERMANY = '4 50.96 9.68';

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the ground of maps', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000 });
    await dashboard.fill('towns', [pointAt('rome', [12.5, 41.9]), pointAt('lisbon', [-9.14, 38.72])]);
  });
  afterAll(async () => await dashboard.close());

  async function openMap(locale: string, at: string): Promise<Page> {
    const storageState = await dashboard.page.context().storageState();
    const { page, faults } = await openPage(dashboard.browser, { locale, storageState });
    await page.goto(`${dashboard.server.address}/spaces/towns?at=${encodeURIComponent(at)}`);
    await page.locator('canvas').waitFor();
    expect(faults()).toEqual([]);
    return page;
  }

  it('is water and land, with names in the language of the reader', async () => {
    const width: Record<string, number> = {};
    for (const locale of ['de-DE', 'en-US']) {
      const page = await openMap(locale, GERMANY);
      await until('water and land are drawn', async () => {
        const { water, land } = await seen(page);
        return water > 0.05 && land > 0.3;
      });
      await until('the name of the country is drawn', async () => {
        width[locale] = (await seen(page)).nameWidth;
        return width[locale] > 0 && width[locale] === (await seen(page)).nameWidth;
      });
      expect(await page.locator('.maplibregl-ctrl-attrib').innerText()).toMatch(/Natural Earth.*GeoNames/);
      await page.context().close();
    }
    const { 'de-DE': german = 0, 'en-US': english = 0 } = width;
    expect(german).toBeGreaterThan(english * 1.2); // Deutschland, Germany
  });

  it('says where it ends', async () => {
    const page = await openMap('de-DE', '11 41.9 12.5');
    const end = page.getByText('Hier endet die Grundkarte');
    await end.waitFor();
    for (let zoom = 11; zoom > 8; zoom -= 1) {
      await page.getByRole('button', { name: 'Zoom out' }).click();
      await page.waitForURL((url) => url.searchParams.has('at'));
    }
    await end.waitFor({ state: 'hidden' });
    await page.context().close();
  });
});

/** How much of the map is water and land, and how wide what is written in its middle is, in pixels. */
async function seen(page: Page): Promise<{ water: number; land: number; nameWidth: number }> {
  const image = sharp(await page.locator('canvas').screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const is = (pixel: number, colour: readonly number[]): boolean =>
    colour.every((value, channel) => Math.abs((data[pixel * 3 + channel] ?? 0) - value) < 3);
  let [water, land, left, right] = [0, 0, width, 0];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (is(pixel, WATER)) water += 1;
    if (is(pixel, LAND)) land += 1;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const isInMiddle = Math.abs(x - width / 2) < 80 && Math.abs(y - height / 2) < 8;
    if (!isInMiddle || (data[pixel * 3] ?? 0) > INK) continue;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
  }
  const pixels = width * height;
  return { water: water / pixels, land: land / pixels, nameWidth: Math.max(0, right - left) };
}

/** A map is looked at so often before it is opened again. */
const ATTEMPTS = 25;

/** Takes seconds: the server has another setting. */
describe('another base map', () => {
  const asked: (string | undefined)[] = [];
  let tiles: Server;
  let dashboard: Dashboard;

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#c03060' } })
      .png()
      .toBuffer();
    tiles = createServer((request, response) => {
      asked.push(request.headers.referer);
      response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
      response.end(picture);
    });
    await once(tiles.listen(0, '127.0.0.1'), 'listening');
    const { port } = tiles.address() as AddressInfo;
    dashboard = await Dashboard.open({
      timeoutMs: 30_000,
      env: {
        ...IN_MEMORY,
        CAIRN_BASE_MAP_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
        CAIRN_BASE_MAP_ATTRIBUTION: '[© Example](https://example.org)',
      },
    });
    await dashboard.fill('towns', [pointAt('rome', [12.5, 41.9])]);
  });
  afterAll(async () => {
    tiles.close();
    await dashboard.close();
  });

  it('takes the place of the ground, with its attribution, and learns no more than the origin', async () => {
    const { page } = dashboard;
    const made = await dashboard.send('POST', '/api/links', { resource: { type: 'space', id: 'towns' } });
    const { url } = (await made.json()) as { readonly url: string };
    for (const address of [`${dashboard.server.address}/spaces/towns?at=12 41.9 12.5`, url]) {
      let attempts = 0;
      await until('its pictures are drawn', async () => {
        // A picture that could not be loaded is asked for again when the map is opened again.
        if (attempts++ % ATTEMPTS === 0) await page.goto(address);
        const image = sharp(await page.locator('canvas').screenshot()).removeAlpha();
        const [red = 0, , blue = 0] = await image
          .extract({ left: 200, top: 100, width: 1, height: 1 })
          .raw()
          .toBuffer();
        return Math.abs(red - 0xc0) < 4 && Math.abs(blue - 0x60) < 4;
      });
      await page.getByRole('link', { name: '© Example' }).waitFor();
      expect(await page.getByText('The ground ends here').isVisible()).toBe(false);
    }
    expect(new Set(asked)).toEqual(new Set([`${dashboard.server.origin}/`]));
    expect(dashboard.faults()).toEqual([]);
  });
});
