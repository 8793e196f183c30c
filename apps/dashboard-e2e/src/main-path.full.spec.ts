import { IN_MEMORY, openBrowser, ServerProcess, uploadForm } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  imagesShown,
  openContext,
  openPage,
  openPageIn,
  PASSWORD,
  type WatchedPage,
} from './support/browser.js';
import { fullGridOfDots, showsOnlyDotAt } from './support/dots.js';
import { drawAndDelete, settleConflict } from './support/editing.js';
import { hasStreamWhileSeen } from './support/event-stream.js';
import { openNetwork } from './support/network.js';
import { photosComeAndGo } from './support/photos.js';
import { collection } from './support/places.js';
import { drop, pictureNamed, uploadThroughCut } from './support/uploading.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

const FEATURES = 2_500;

describe('the dashboard', () => {
  let server: ServerProcess;
  let browser: Browser;
  /** Signed in by the first test: what loads and compiles scripts once is fast in each test. */
  let context: BrowserContext;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ env: IN_MEMORY }), openBrowser()]);
    context = await openContext(browser);
  });
  afterAll(async () => {
    await browser.close();
    await server.dispose();
  });

  const user = { name: 'Ada', password: PASSWORD };

  async function fillIn({ page }: WatchedPage): Promise<void> {
    await page.getByLabel('Name').fill(user.name);
    await page.getByLabel('Password').fill(user.password);
    await page.keyboard.press('Enter');
  }

  async function signIn(watched: WatchedPage): Promise<void> {
    await fillIn(watched);
    await imagesShown(watched.page);
  }

  /** Changes made elsewhere appear without a reload. */
  async function showsWhatTheKeyDoes(page: Page, key: string | null): Promise<void> {
    await page.getByRole('link', { name: 'Images' }).click();
    await imagesShown(page);
    await page.getByLabel('Order').selectOption('newest'); // all others have a time, and come before those without one
    await page.evaluate('globalThis.isSame = true');
    const bytes = pictureNamed('').buffer;
    const body = uploadForm({ bytes, name: 'curl.gif', path: 'from curl', tags: 'fresh' });
    const uploaded = await server.fetch('/api/upload', { method: 'POST', key, body });
    const { id } = (await uploaded.json()) as { readonly id: string };
    await page.getByRole('link', { name: 'curl.gif' }).waitFor();
    await page.getByRole('navigation', { name: 'Folders' }).getByText('from curl').waitFor();
    await page.getByRole('list', { name: 'Tags' }).getByText('fresh').waitFor();
    await server.fetch(`/api/images/${id}`, { method: 'DELETE', key });
    await page.getByRole('link', { name: 'curl.gif' }).waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Tags' }).getByText('fresh').waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.isSame')).toBe(true);
  }

  it('is set up by the link that the server prints; then an image is uploaded, found, tagged and deleted', async () => {
    const watched = await openPageIn(context);
    const { page, faults } = watched;
    const [link = ''] = /\/setup#\S+/.exec(server.output()) ?? [];
    await page.goto(server.address + link);
    await page.getByRole('radio', { name: 'Images for websites' }).check();
    await fillIn(watched);
    await page.getByText('No images yet').waitFor();

    const many = Array.from({ length: 47 }, (_, index) => pictureNamed(`view-${index}.gif`));
    const broken = { name: 'broken.gif', mimeType: 'image/gif', buffer: Buffer.from('no picture') };
    await drop(page, [pictureNamed('lake.gif'), broken, ...many, pictureNamed('ridge.gif')]);
    await page.getByLabel('Folder', { exact: true }).fill('holiday/2026');
    await page.getByLabel('Tags', { exact: true }).fill('<b>lake</b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('region').getByText('49 of 50 uploaded, 1 failed').waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('listitem').filter({ hasText: 'broken.gif' }).getByText('not a JPEG').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // All were made at the same time, so which of them are first is not known.
    const views = page.getByRole('link', { name: /^view-/ });
    await views.first().waitFor();

    await page.getByRole('list', { name: 'Tags' }).getByText('<b>lake</b>').click();
    await page.getByRole('searchbox').fill('rid');
    await page.waitForURL(/[?&]q=rid/); // what is shown until then goes, too
    // Those that were there before are gone: the filter ends what is selected until then.
    await views.first().waitFor({ state: 'detached' });
    await page.getByLabel('Select ridge.gif').check({ force: true });
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'ridge.gif' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('view-7');
    await page.getByRole('link', { name: 'view-7.gif' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy address' }).waitFor();
    await dialog.getByText('1 × 1', { exact: true }).waitFor();
    await dialog.getByText('Nothing was cut out').waitFor();

    // Signed out on another computer: nothing tells this browser but the stream of events.
    expect((await page.context().request.delete(`${server.address}/api/sessions`)).status()).toBe(204);
    await page.getByLabel('Password').waitFor();
    await signIn(watched);
    expect(faults()).toEqual([]);
    await page.close();
  });

  it('says that the network was cut while a file was sent, and sends it again', async () => {
    const network = await openNetwork(server.address);
    const watched = await openPageIn(context);
    await watched.page.goto(network.address);
    await imagesShown(watched.page);
    await uploadThroughCut(watched.page, network).finally(() => network.close()); // or a failure keeps the run from ending
    expect(watched.faults()).toEqual([]);
    await watched.page.close();
  });

  it('makes a key, fills a space, and shows it on a map', async () => {
    const { page, faults } = await openPageIn(context);
    await page.goto(`${server.address}/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Phone <img src=x onerror=alert(1)>');
    await page.keyboard.press('Enter');
    const secret = await page.locator('.secret code').textContent();
    expect((await server.fetch('/api/quota', { key: secret })).status).toBe(200);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await showsWhatTheKeyDoes(page, secret);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: /Revoke “Phone/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Show 1 expired or revoked' }).waitFor();
    expect((await server.fetch('/api/quota', { key: secret })).status).toBe(401);

    const other = await page.context().newPage();
    await other.goto(`${server.address}/spaces`);
    await other.getByText('No spaces yet').waitFor();
    await page.bringToFront(); // a page behind another is drawn once a second
    await page.getByRole('link', { name: 'Spaces' }).click();
    await page.getByRole('button', { name: 'Create a space' }).first().click();
    await page.getByLabel('Title').fill('Places');
    await page.keyboard.press('Enter');
    await other.getByRole('link', { name: 'Places' }).waitFor();
    await page.getByRole('button', { name: 'Import' }).first().click();
    const tile = page.waitForResponse(
      (response) => /\/tiles\/.*\.mvt/.test(response.url()) && response.status() === 200,
    );
    const buffer = Buffer.from(JSON.stringify(collection(FEATURES)));
    await page.setInputFiles('input[type=file]', {
      name: 'places.geojson',
      mimeType: 'application/geo+json',
      buffer,
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText(FEATURES.toLocaleString('en'), { exact: true }).first().waitFor();
    await page.getByText('Refused features').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await tile;
    const cells = page.waitForResponse((response) => response.url().includes('clustering=hexbin'));
    await page.getByLabel('Hexagons').check();
    expect((await cells).status()).toBe(200);
    await page.getByText('Features in a hexagon').waitFor();
    await page.getByLabel('Hexagons').uncheck();
    await page.getByRole('group', { name: 'nr: from 0 to ' + (FEATURES - 1) }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Points' })
      .getByText(FEATURES.toLocaleString('en'))
      .waitFor();

    const dots = await fullGridOfDots(page, 100, FEATURES / 100);
    await page.getByLabel('Property', { exact: true }).selectOption('name');
    await page.getByLabel('Comparison').selectOption('is');
    await page.getByLabel('Value', { exact: true }).fill('Place 42');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'place-0', exact: true }).waitFor({ state: 'detached' });
    await showsOnlyDotAt(page, dots, [0.42, 0]);
    await page.getByRole('button', { name: 'place-42' }).click();
    await page.getByRole('complementary').getByText('Place 42').waitFor();

    expect(faults()).toEqual([]);
    await Promise.all([page.close(), other.close()]);
  });

  it('shows both versions of a feature that others changed too; draws one and deletes it', async () => {
    const { page, faults } = await openPageIn(context);
    await page.goto(`${server.address}/spaces`);
    await page.getByRole('link', { name: 'Places' }).click();
    await page.getByRole('button', { name: 'place-0', exact: true }).click();
    await settleConflict(page);
    await drawAndDelete(page);
    expect(faults()).toEqual([]);
    await page.close();
  });

  it('puts the photos of a folder in a space and on the map, and takes them out', async () => {
    const { page, faults } = await openPageIn(context);
    await page.goto(server.address);
    await photosComeAndGo(page);
    expect(faults()).toEqual([]);
    await page.close();
  });

  it('is locked in all tabs after signing out', async () => {
    const [{ page, faults }, other] = [await openPageIn(context), await context.newPage()];
    await page.goto(`${server.address}/keys`);
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await other.goto(`${server.address}/account`);
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    await page.goto(`${server.address}/keys`);
    await page.getByLabel('Password').waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  it('has one stream of events while it can be seen, none while it is hidden, and then goes on', async () => {
    const watched = await openPage(browser); // its clock is that of its context
    await hasStreamWhileSeen(watched.page, async () => {
      await watched.page.goto(server.address);
      await signIn(watched);
    });
    expect(watched.faults()).toEqual([]);
    await watched.page.context().close();
  });
});
