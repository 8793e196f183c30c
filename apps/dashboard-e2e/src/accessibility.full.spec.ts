import { openBrowser, ServerProcess, uploadForm } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, imagesShown, openPage, PASSWORD, setUpOwner } from './support/browser.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(480_000); // many views, and the browser has other work

type View = readonly [path: string, show: (page: Page) => Promise<unknown>];

const main = (page: Page) => page.getByRole('main').getByRole('button').first().waitFor();
const dialog = (button: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
};
const text = (words: string) => async (page: Page) => await page.getByText(words).first().waitFor();

const forAnyone: readonly View[] = [
  ['/sign-in', (page) => page.getByLabel('Password').waitFor()],
  ['/setup#a-token', (page) => page.getByLabel('Password').waitFor()],
  ['/invite#a-token', (page) => page.getByLabel('Password').waitFor()],
  ['/nowhere', text('Nothing here')],
];

const forOwners = (imageId: string): readonly View[] => [
  ['/images', (page) => page.getByRole('link', { name: 'lake.gif' }).waitFor()],
  ['/images', dialog('Upload')],
  ['/images?q=nothing+like+it', text('No image found')],
  [`/images/${imageId}`, (page) => page.getByRole('dialog').getByText('Copy address').waitFor()],
  ['/photos', main],
  ['/spaces', main],
  ['/spaces', dialog('Create a space')],
  ['/spaces/empty', text('No features')],
  ['/spaces/nowhere', text('Not found')],
  ['/spaces/places', (page) => page.locator('canvas').waitFor()],
  ['/spaces/places', dialog('Import')],
  ['/spaces/places', dialog('Use it elsewhere')],
  ['/spaces/places', dialog('Edit')],
  ['/spaces/places', dialog('Delete')],
  ['/spaces/places?feature=area', (page) => page.getByRole('complementary').getByText('Reserve').waitFor()],
  [
    '/spaces/places?feature=area',
    async (page) => {
      await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
      await page.getByText('Drag the shape').waitFor();
    },
  ],
  ['/keys', main],
  ['/keys', dialog('Create a key')],
  ['/keys', dialog(/^Revoke/)],
  ['/account', main],
  ['/server', text('Recent errors')],
  ['/server', dialog('Invite someone')],
];

describe('every view', () => {
  let server: ServerProcess;
  let browser: Browser;
  let imageId: string;

  const send = async (method: string, path: string, body: object): Promise<Response> =>
    await server.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    const env = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' };
    [server, browser] = await Promise.all([ServerProcess.start({ env }), openBrowser()]);
    const { page } = await openPage(browser);
    await setUpOwner(page, server);
    await page.context().close();
    const body = uploadForm({ bytes: pictureNamed('').buffer, name: 'lake.gif', tags: 'lake', path: 'alps' });
    const uploaded = await server.fetch('/api/upload', { method: 'POST', body });
    ({ id: imageId } = (await uploaded.json()) as { readonly id: string });
    await send('POST', '/hub/spaces', { id: 'empty', title: 'Empty' });
    await send('POST', '/hub/spaces', { id: 'places', title: 'Places', description: 'Some places' });
    const ring = [[8, 46], [9, 46], [9, 47], [8, 46]]; // prettier-ignore
    const area = { type: 'Polygon', coordinates: [ring] };
    const point = { type: 'Point', coordinates: [10, 47] };
    await send('PUT', '/hub/spaces/places/features', {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', id: 'area', geometry: area, properties: { name: 'Reserve', beds: 4 } },
        { type: 'Feature', id: 'hut', geometry: point, properties: { name: 'Hut', beds: 12 } },
      ],
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.dispose();
  });

  async function faultsIn(page: Page, views: readonly View[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [path, show] of views) {
      await page.goto('about:blank'); // a fragment alone would load nothing
      await page.goto(server.address + path);
      await show(page);
      found.push(...(await accessibilityFaults(page)).map((fault) => `${path}: ${fault}`));
    }
    return found;
  }

  it.each(['light', 'dark'] as const)(
    'has no serious fault of accessibility in the %s theme',
    async (colorScheme) => {
      const { page } = await openPage(browser, { colorScheme });
      const found = [...(await faultsIn(page, forAnyone))];
      await page.goto(`${server.address}/sign-in`);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await imagesShown(page);
      found.push(...(await faultsIn(page, forOwners(imageId))));
      expect(found).toEqual([]);
      await page.context().close();
    },
  );
});
