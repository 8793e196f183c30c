import { IN_MEMORY, openBrowser, ServerProcess, uploadForm } from '@cairn/harness';
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

const password = (page: Page) => page.getByLabel('Password').waitFor();

const forAnyone = (token: string): readonly View[] => [
  ['/sign-in', password],
  ['/setup#used', text('This link cannot be used')],
  [`/invite#${token}`, password],
  ['/nowhere', text('Nothing here')],
];

const forOwners = (imageId: string): readonly View[] => [
  ['/images', (page) => page.getByRole('link', { name: 'lake.gif' }).waitFor()],
  ['/images', dialog('Upload')],
  ['/images?q=nothing+like+it', text('No images found')],
  [`/images/${imageId}`, (page) => page.getByRole('dialog').getByText('Copy address').waitFor()],
  ['/albums', main],
  ['/albums', dialog('New album')],
  ['/albums/nowhere', text('Album not found')],
  ['/photos', main],
  ['/spaces', main],
  ['/spaces', dialog('Create a space')],
  ['/spaces', dialog('Import a file')],
  ['/spaces/empty', text('No features')],
  ['/keys', main],
  ['/keys', dialog('Create a key')],
  ['/keys', dialog(/^Revoke/)],
  ['/spaces/places', (page) => page.locator('canvas').waitFor()],
  ['/spaces/places', dialog('Import')],
  ['/spaces/places', dialog('Export')],
  ['/spaces/places', dialog('Embed or connect')],
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
  ['/maps', main],
  ['/maps', dialog('Make a map')],
  ['/maps/nowhere', text('This map is gone')],
  ['/account', main],
  ['/activity', (page) => page.getByRole('main').getByRole('listitem').first().waitFor()],
  ['/spaces/nowhere', text('Not found')],
  ['/server', text('Recent errors')],
  ['/people', text('Decide about owners')],
  ['/people', dialog('Invite someone')],
  ['/people', dialog('Change Ada')],
  ['/people', dialog('Rename the account “Ada”')],
  ['/people', dialog('Create a group')],
];

describe('every view', () => {
  let server: ServerProcess;
  let browser: Browser;
  let [imageId, token] = ['', ''];

  const send = async (method: string, path: string, body: object): Promise<Response> =>
    await server.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ env: IN_MEMORY }), openBrowser()]);
    const { page } = await openPage(browser);
    await setUpOwner(page, server);
    await page.context().close();
    const body = uploadForm({ bytes: pictureNamed('').buffer, name: 'lake.gif', tags: 'lake', path: 'alps' });
    const uploaded = await server.fetch('/api/upload', { method: 'POST', body });
    ({ id: imageId } = (await uploaded.json()) as { readonly id: string });
    const invite = await send('POST', '/api/invites', { role: 'member' });
    ({ token } = (await invite.json()) as { readonly token: string });
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

  /** Goes on without loading the page anew. */
  const goTo = (path: string): string =>
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`;

  async function faultsIn(page: Page, [path, show]: View): Promise<readonly string[]> {
    await show(page);
    const light = await accessibilityFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await accessibilityFaults(page, 'of colours');
    await page.emulateMedia({ colorScheme: 'light' });
    return [...light, ...dark.map((fault) => `dark ${fault}`)].map((fault) => `${path}: ${fault}`);
  }

  it('has no serious fault of accessibility, in the light theme and the dark', async () => {
    const { page } = await openPage(browser);
    const found: string[] = [];
    for (const view of forAnyone(token)) {
      await page.goto('about:blank'); // a fragment alone would load nothing
      await page.goto(server.address + view[0]);
      found.push(...(await faultsIn(page, view)));
    }
    await page.goto(`${server.address}/sign-in`);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await imagesShown(page);
    for (const view of forOwners(imageId)) {
      await page.evaluate(goTo(view[0]));
      found.push(...(await faultsIn(page, view)));
      await page.keyboard.press('Escape'); // if it is a dialog
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
});
