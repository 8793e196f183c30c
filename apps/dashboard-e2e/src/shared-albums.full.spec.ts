import { readFile } from 'node:fs/promises';
import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPageIn, type WatchedPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { openAs } from './support/people.js';
import { drop, pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };

/** Begins as a picture, so that only the server sees that it is none. */
const broken = {
  name: 'broken.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from('GIF89a is all there is of it'),
};
const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada') };

/** One server, Ada, and Mia, with whom she shares albums. */
describe('an album', () => {
  let dashboard: Dashboard;
  let page: Page;
  let other: WatchedPage;
  let watched: WatchedPage;
  let mia: Page;
  let album = '';
  /** What Ada's first tab has asked for. */
  const asked: string[] = [];

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    watched = await openAs(dashboard, 'Mia');
    mia = watched.page;
    other = await openPageIn(page.context());
    other.page.setDefaultTimeout(SOON.timeout);
    page.on('request', (request) => asked.push(request.url()));
    const made = await dashboard.send('POST', '/api/albums', { title: 'Summer' });
    ({ id: album } = (await made.json()) as { readonly id: string });
  });
  afterAll(async () => await dashboard.close());

  const dialog = (of: Page = page) => of.getByRole('dialog');
  const address = () => `/albums/${album}`;
  const button = (name: string, of: Page = page) =>
    of.getByRole('main').getByRole('button', { name, exact: true });
  const shown = async (name: string, of: Page = page) => await of.getByRole('link', { name }).waitFor();
  const share = async (role: string, resource: object = { type: 'album', id: album }) =>
    await dashboard.send('POST', '/api/grants', { resource, to: { type: 'user', name: 'Mia' }, role });
  const heading = (name: string, of: Page = page) => of.getByRole('heading', { level: 1, name }).waitFor();

  /** The names of the images that the server has in the album. */
  async function stored(): Promise<readonly string[]> {
    const answer = await dashboard.send('GET', `/api${address()}/images`);
    const { images } = (await answer.json()) as { readonly images: readonly { readonly url: string }[] };
    return images.map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? '');
  }

  /** Opens the list of what is uploaded, and returns its row. */
  const work = async (of: Page, name: string) => {
    await of.getByRole('region').getByRole('button', { name: 'Details' }).click();
    return of.getByRole('dialog', { name: 'In progress' }).getByRole('listitem').filter({ hasText: name });
  };

  it('takes what its owner drops on it, also what the library has in another folder, and no file twice', async () => {
    const known = pictureNamed('known.gif');
    await dashboard.upload('known.gif', { bytes: known.buffer, path: 'elsewhere' });
    await dashboard.visit(address());
    await page.getByText('Drop photos anywhere on this page').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await drop(page, [pictureNamed('new.gif'), known, letter]);
    await dialog().getByRole('heading', { name: 'Add photos to “Summer”' }).waitFor();
    await dialog().getByText('letter.txt').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await shown('new.gif');
    await shown('known.gif');
    expect([...(await stored())].sort()).toEqual(['known.gif', 'new.gif']);
    const all = (await (await dashboard.send('GET', '/api/images')).json()) as { readonly images: unknown[] };
    expect(all.images).toHaveLength(2);
    await (await work(page, 'known.gif')).getByText('Already in your library').waitFor();
    await page.keyboard.press('Escape');
    expect(dashboard.faults()).toEqual([]);
  });

  it('takes what a contributor adds, tells what is refused by its name, and what was there', async () => {
    await share('contributor');
    await mia.goto(`${dashboard.server.address}/shared`);
    await mia.getByText('Album of Ada').waitFor();
    await mia.getByRole('link', { name: 'Summer' }).click();
    await heading('Summer', mia);
    expect(await button('Edit', mia).count()).toBe(0);
    await button('Add photos', mia).press('Enter');
    await dialog(mia).getByText('They become part of the album').waitFor();
    expect(await dialog(mia).getByLabel('Folder', { exact: true }).count()).toBe(0);
    await mia.keyboard.press('Escape');
    await dialog(mia).waitFor({ state: 'detached' });
    const mine = pictureNamed('mine.gif');
    await drop(mia, [mine, broken]);
    await dialog(mia).getByRole('button', { name: 'Upload' }).click();
    await shown('mine', mia);
    await mia.getByRole('region').getByText('1 of 2 uploaded, 1 failed').waitFor();
    await (await work(mia, 'broken.gif')).locator('.error').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await dialog(mia).getByRole('button', { name: 'Clear the list' }).click();
    await mia.keyboard.press('Escape');
    await drop(mia, [mine]);
    await dialog(mia).getByRole('button', { name: 'Upload' }).click();
    await mia.getByRole('region').getByText('1 of 1 uploaded').waitFor();
    await (await work(mia, 'mine.gif')).getByText('Already here').waitFor();
    expect(await stored()).toHaveLength(3);
    expect(watched.faults()).toEqual([]);
  });

  it('follows what others and other tabs do', async () => {
    await dashboard.visit(address());
    await other.page.goto(`${dashboard.server.address}/albums`);
    await other.page.getByRole('link', { name: 'Summer' }).getByText('3 images').waitFor();
    await mia.keyboard.press('Escape');
    await drop(mia, [pictureNamed('later.gif')]);
    await dialog(mia).getByRole('button', { name: 'Upload' }).click();
    await shown('later');
    await other.page.getByRole('link', { name: 'Summer' }).getByText('4 images').waitFor();
    await dashboard.send('PATCH', `/api${address()}`, { title: 'Late summer' });
    await heading('Late summer');
    await other.page.getByRole('link', { name: 'Late summer' }).waitFor();
    const made = await dashboard.send('POST', '/api/albums', { title: 'Autumn' });
    const { id } = (await made.json()) as { readonly id: string };
    await other.page.getByRole('link', { name: 'Autumn' }).click();
    await heading('Autumn', other.page);
    await dashboard.send('DELETE', `/api/albums/${id}`);
    await other.page.getByText('Album not found').waitFor();
    expect(other.faults()).toEqual([]);
  });

  it('says what becomes of it when it is deleted, and asks for no album afterwards that is none', async () => {
    await dashboard.visit(address());
    await button('Delete').click();
    await dialog().getByText('its images stay in your library').waitFor();
    await dialog().getByText('It moves to the trash and can be restored for 7 days.').waitFor();
    asked.length = 0;
    await dialog().getByRole('button', { name: 'Delete' }).click();
    const told = page.getByRole('status').getByText('The album “Late summer” is deleted.');
    await told.waitFor();
    await page.getByText('No albums yet').waitFor();
    // The view of an album would ask for the defaults of folders if it were made again, without an album.
    expect(asked.filter((url) => url.includes('undefined') || url.includes('/paths/defaults'))).toEqual([]);
    await page.getByRole('link', { name: 'Trash' }).click();
    await button('Restore “Late summer”').click();
    await page.getByRole('status').getByText('Restored.').waitFor();
    expect(await told.count()).toBe(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Albums' }).click();
    await page.getByRole('link', { name: 'Late summer' }).waitFor();
  });

  it('is downloaded whole by a viewer, who adds nothing', async () => {
    await share('viewer');
    await mia.addInitScript({ content: 'delete globalThis.showSaveFilePicker;' });
    await mia.goto(`${dashboard.server.address}/shared`);
    await mia.getByRole('link', { name: 'Late summer' }).click();
    await shown('later', mia);
    expect(await button('Add photos', mia).count()).toBe(0);
    await drop(mia, [pictureNamed('refused.gif')]);
    await mia.getByRole('status').getByText('You can look at this album, but not add to it.').waitFor();
    expect(await dialog(mia).count()).toBe(0);
    expect(await faultsInEveryLook(mia)).toEqual([]);
    const downloading = mia.waitForEvent('download');
    await button('Download all', mia).click();
    const archive = await readFile(await (await downloading).path());
    for (const name of ['known.gif', 'new.gif', 'mine', 'later']) expect(archive.includes(name)).toBe(true);
  });

  it('is left by who it is shared with, after a question', async () => {
    await button('Leave this album', mia).click();
    await dialog(mia).getByRole('heading', { name: 'Leave “Late summer”' }).waitFor();
    await dialog(mia).getByText('What you have added stays there.').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await dialog(mia).getByRole('button', { name: 'Leave', exact: true }).click();
    await mia.getByText('Nothing yet').waitFor();
    await until('the grant is gone', async () => {
      const listed = await dashboard.send('GET', `/api/grants?type=album&id=${album}`);
      return ((await listed.json()) as { readonly grants: unknown[] }).grants.length === 0;
    });
    expect(await stored()).toHaveLength(4);
  });

  it('is left in German, and so is a folder, which is downloaded whole, too', async () => {
    await share('viewer', { type: 'folder', id: 'elsewhere' });
    await share('contributor');
    await mia.goto(`${dashboard.server.address}/account`);
    await mia.getByLabel('Language').selectOption('de');
    await mia.goto(`${dashboard.server.address}/shared`);
    await mia.getByText('Album von Ada').waitFor();
    await mia.getByRole('link', { name: 'Late summer' }).click();
    await button('Fotos hinzufügen', mia).waitFor();
    await button('Dieses Album verlassen', mia).waitFor();
    await mia.goto(`${dashboard.server.address}/shared`);
    await mia.getByRole('link', { name: 'elsewhere' }).click();
    await button('Alle herunterladen', mia).waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await button('Diesen Ordner verlassen', mia).click();
    await dialog(mia).getByRole('button', { name: 'Verlassen', exact: true }).click();
    await mia.getByRole('heading', { level: 1, name: 'Mit mir geteilt' }).waitFor();
    await mia.getByRole('link', { name: 'Late summer' }).waitFor();
    expect(await mia.getByRole('link', { name: 'elsewhere' }).count()).toBe(0);
    expect([...dashboard.faults(), ...watched.faults(), ...other.faults()]).toEqual([]);
  });
});
