import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { pointAt } from './support/places.js';
import { COLOURS, TileServer } from './support/tile-server.js';

jest.setTimeout(240_000); // the browser has other work

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the base map of an account', () => {
  let tiles: TileServer;
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000 });
    tiles = await TileServer.start(() => `${dashboard.server.address}/ground/{z}/{x}/{y}.mvt`);
    await dashboard.fill('towns', [pointAt('fulda', [9.68, 50.55])]);
  });
  afterAll(async () => {
    tiles.close();
    await dashboard.close();
  });

  /** Fills the form of the account's view. The page is opened again by it, with what the base map loads allowed. */
  async function choose(fields: Readonly<Record<string, string>>): Promise<void> {
    const { page } = dashboard;
    await dashboard.visit('/account');
    for (const [label, text] of Object.entries(fields))
      await page
        .getByRole(label.startsWith('Highest') ? 'spinbutton' : 'textbox', { name: label })
        .fill(text);
    const opened = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Use this base map' }).click();
    await opened;
  }

  async function isDrawn(page: Page, colour: string): Promise<void> {
    await until(`the map is ${colour}`, async () => (await shareOf(page, colour)) > 0.3);
  }

  const credits = '[© Example](https://example.org)';
  const attribution = { Attribution: credits, 'Highest zoom of the pictures': '0' };

  it.each([
    ['raster', '/{z}/{x}/{y}.png', attribution],
    ['pmtiles', '/pictures.pmtiles', attribution],
    ['style', '/style.json', { Attribution: '' }],
    ['archive', '/archive.json', { Attribution: '' }],
  ] as const)(
    'is chosen in the page, and seen there, on maps and at links: %s',
    async (kind, path, fields) => {
      const { page } = dashboard;
      await choose({ Address: tiles.origin + path, ...fields });
      await isDrawn(page, COLOURS[kind]);
      await dashboard.visit(`/spaces/towns?at=${encodeURIComponent('4 50.96 9.68')}`);
      await isDrawn(page, COLOURS[kind]);
      await page.getByText(kind === 'raster' || kind === 'pmtiles' ? '© Example' : '© World').waitFor();
      const made = await dashboard.send('POST', '/api/links', { resource: { type: 'space', id: 'towns' } });
      const visitor = await openPage(dashboard.browser);
      await visitor.page.goto(((await made.json()) as { readonly url: string }).url);
      await isDrawn(visitor.page, COLOURS[kind]);
      expect(visitor.faults()).toEqual([]);
      await visitor.page.context().close();
      expect(dashboard.faults()).toEqual([]);
      expect(new Set(tiles.asked.map(({ referrer }) => referrer))).toEqual(
        new Set([`${dashboard.server.origin}/`]),
      );
    },
  );

  it('is told where it is wrong, and tells where it cannot be loaded; then the ground comes back', async () => {
    const { page } = dashboard;
    await dashboard.visit('/account');
    await page.getByRole('textbox', { name: 'Address' }).fill('http://tiles.example.org/{z}/{x}.png');
    await page.getByRole('button', { name: 'Use this base map' }).click();
    await page.getByText('must be of https').waitFor();
    await choose({ Address: `${tiles.origin}/pictures.pmtiles?none=/absent`, Attribution: credits });
    await page.getByText('cannot be loaded').waitFor();
    const opened = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Back to the server’s' }).click();
    await opened;
    await isDrawn(page, '#f7f5f0');
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('');
  });

  it('lets nobody in but its own origins, and is of its account alone', async () => {
    const policyOf = async (headers: Record<string, string> = {}): Promise<string> =>
      (await fetch(dashboard.server.address, { headers })).headers.get('content-security-policy') ?? '';
    const before = await policyOf();
    await choose({
      Address: `${tiles.origin}/style.json`,
      'Other origins of a style': 'https://fonts.example.org',
    });
    expect(await policyOf()).toBe(before);
    const [cookie] = await dashboard.page.context().cookies();
    const policy = await policyOf({ cookie: `${cookie?.name}=${cookie?.value}` });
    const origins = ` ${tiles.origin} https://fonts.example.org`;
    expect(policy.replaceAll(origins, '')).toBe(before);
    expect(policy.split(origins)).toHaveLength(3); // pictures and connections
  });
});

/** How much of the map has the colour. */
async function shareOf(page: Page, colour: string): Promise<number> {
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  const { data, info } = await sharp(await canvas.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let pixel = 0; pixel < data.length; pixel += 3)
    if (wanted.every((value, channel) => Math.abs((data[pixel + channel] ?? 0) - value) < 4)) count += 1;
  return count / (info.width * info.height);
}
