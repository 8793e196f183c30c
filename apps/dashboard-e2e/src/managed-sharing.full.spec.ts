import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const PASSWORD = 'sand and sea';

/** One server, and its owner Ada with an album of public images, a folder of private ones and a space. */
describe('somebody who shares', () => {
  let dashboard: Dashboard;
  let page: Page;
  let album: string;
  const urls: string[] = [];

  const made = async <T>(method: string, path: string, body: object): Promise<T> =>
    (await (await dashboard.send(method, path, body)).json()) as T;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const images: string[] = [];
    for (const name of ['shore', 'dune', 'reef']) {
      const create = {
        width: 90,
        height: 60,
        channels: 3,
        background: { r: 9, g: 90, b: images.length },
      } as const;
      const bytes = await sharp({ create }).jpeg().toBuffer();
      images.push(await dashboard.upload(`${name}.jpg`, { bytes, path: 'trip' }));
    }
    for (const id of images)
      urls.push((await made<{ url: string }>('PATCH', `/api/images/${id}`, { tags: ['sea'] })).url);
    await dashboard.send('PATCH', `/api/images/${images[2] ?? ''}`, { visibility: 'private' });
    ({ id: album } = await made<{ id: string }>('POST', '/api/albums', { title: 'Summer', images }));
    await dashboard.fill('places', [
      { type: 'Feature', id: 'a', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} },
    ]);
  });
  afterAll(async () => await dashboard.close());

  const dialog = (name: string | RegExp = /^Share/) => page.getByRole('dialog', { name });
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  const visit = async (url: string) =>
    await openAsStranger(dashboard.browser, url, { timeoutMs: SOON.timeout });
  const row = (list: string, text: string) =>
    page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: text });

  async function share(path: string): Promise<void> {
    await dashboard.visit(path);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
  }

  async function makeLink(): Promise<string> {
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    await dialog().getByRole('img', { name: 'QR code of the address' }).waitFor();
    const url = await dialog().locator('code').innerText();
    await dialog().getByRole('button', { name: 'Done' }).click();
    return url;
  }

  it('makes a link to a space as the form begins, which speaks of the map', async () => {
    await share('/spaces/places');
    await dialog().getByText('There are no links to this yet.').waitFor();
    expect(await dialog().getByLabel('Location').count()).toBe(0);
    expect(await dialog().getByText(/photo/).count()).toBe(0);
    await dialog().getByLabel('Offer all features as a download').check();
    expect(await faultsInEveryLook(page)).toEqual([]);
    const url = await makeLink();
    await dialog().getByText('never expires · features as a download').waitFor();
    expect(await dialog().getByText('exact location').count()).toBe(0);
    const visitor = await visit(url);
    await visitor.getByRole('heading', { name: 'PLACES' }).waitFor();
    await visitor.context().close();
  });

  it('reads that images are open to anyone who knows their address, and makes them private', async () => {
    await share(`/albums/${album}`);
    const note = dialog().getByRole('note');
    await note.getByText('2 of the images are open to anyone who knows the address').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    const statuses = async () => await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(await statuses()).toEqual([200, 200, 404]);
    await note.getByRole('button', { name: 'Make private' }).click();
    await note.waitFor({ state: 'detached' });
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(await dialog().locator(':focus').count()).toBe(1);
    await page.reload();
    await dialog().getByText('There are no links to this yet.').waitFor();
    expect(await dialog().getByRole('note').count()).toBe(0);
  });

  it('copies the address of a link again, changes it, and sees it as its receiver does', async () => {
    await share(`/albums/${album}`);
    await dialog().getByLabel('Password').fill(PASSWORD);
    const url = await makeLink();
    await page.reload();
    await dialog()
      .getByRole('button', { name: /^Copy the address/ })
      .click();
    expect(await clipboard()).toBe(url);

    const [receiver] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog()
        .getByRole('button', { name: /as its receiver sees it$/ })
        .click(),
    ]);
    await receiver.getByRole('heading', { name: 'Summer' }).waitFor(SOON);
    await receiver.getByRole('link', { name: 'shore.jpg' }).waitFor(SOON);
    expect(receiver.url()).toBe(url);
    await receiver.close();

    await dialog()
      .getByRole('button', { name: /^Change the link/ })
      .click();
    const change = dialog(/^Change the link/);
    expect(await change.getByLabel('Expires').inputValue()).toBe('keep');
    await change.getByLabel('Location', { exact: true }).selectOption('About 11 km');
    await change.getByLabel('Remove the password').check();
    await change.getByLabel('Expires').selectOption('After 1 week');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'detached' });
    await dialog()
      .getByText(/^not opened yet · expires .* · location to about 11 km$/)
      .waitFor();
    const visitor = await visit(url);
    await visitor.getByRole('link', { name: 'shore.jpg' }).waitFor();
    await visitor.context().close();
    await page.reload();
    await dialog()
      .getByText(/^opened once/)
      .waitFor();
  });

  it('is told why an address is not shown, and makes another link like it', async () => {
    const isList = /\/api\/links\?/;
    await page.route(isList, async (route) => {
      const response = await route.fetch();
      const { links } = (await response.json()) as { readonly links: readonly object[] };
      await route.fulfill({ response, json: { links: links.map((link) => ({ ...link, url: null })) } });
    });
    await share(`/albums/${album}`);
    await dialog().getByText('address not shown: created by an earlier version').waitFor();
    await dialog()
      .getByRole('button', { name: /^Create a link like/ })
      .click();
    const other = dialog('New link');
    expect(await other.getByLabel('Location', { exact: true }).inputValue()).toBe('coarse');
    await other.getByRole('button', { name: 'Create a link' }).click();
    expect(await other.locator('code').innerText()).toContain('/a/');
    await other.getByRole('button', { name: 'Done' }).click();
    await page.unroute(isList);
  });

  it('finds all that is shared in one place, and ends each kind of it', async () => {
    const to = await made<{ id: string }>('POST', '/api/groups', { name: 'Family' });
    await dashboard.send('POST', '/api/grants', {
      resource: { type: 'folder', id: 'trip' },
      to: { type: 'group', id: to.id },
      role: 'viewer',
    });
    await dashboard.send('PUT', '/api/paths/defaults', { path: 'press', visibility: 'public' });
    await dashboard.visit('/shared');
    await page.getByRole('link', { name: 'Shared by me' }).click();
    await row('Links', 'PLACES').waitFor();
    await row('People', 'trip').getByText('with Family (Group)').waitFor();
    await row('Public folders', 'press').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await row('Links', 'PLACES')
      .getByRole('button', { name: /^Copy the address/ })
      .focus();
    await page.keyboard.press('Enter');
    expect(await clipboard()).toContain('/a/');

    await row('Links', 'PLACES')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row('Links', 'PLACES').waitFor({ state: 'detached' });
    expect(await row('Links', 'Summer').count()).toBe(2);

    await page.getByRole('combobox', { name: 'Show' }).selectOption('People');
    expect(await page.getByRole('heading', { name: 'Public folders' }).count()).toBe(0);
    const people = row('People', 'trip');
    await people.getByRole('button', { name: 'Stop sharing “trip” with Family' }).click();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('You share nothing with other people.').waitFor();

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Public folders');
    await row('Public folders', 'press').getByRole('button', { name: 'Make “press” private' }).click();
    await page.getByRole('button', { name: 'Make private', exact: true }).click();
    await row('Public folders', 'press').waitFor({ state: 'detached' });
    const answer = await dashboard.send('GET', '/api/paths/defaults');
    const { defaults } = (await answer.json()) as { readonly defaults: readonly object[] };
    expect(defaults).toContainEqual(expect.objectContaining({ path: 'press', visibility: 'private' }));
    expect(dashboard.faults()).toEqual([]);
  });
});
