import type { AlbumRecord, CreatedLinkRecord } from '@cairn/api-schema';
import { uploadForm } from '@cairn/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 900 };

/** Takes seconds, as every suite with a browser. */
describe('the queue of what guests add', () => {
  let dashboard: Dashboard;
  let page: Page;
  let link: CreatedLinkRecord;
  let album: string;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    const made = await dashboard.send('POST', '/api/albums', { title: 'Party' });
    album = ((await made.json()) as AlbumRecord).id;
    const rules = { role: 'contributor', approval: 'required' };
    const shared = await dashboard.send('POST', '/api/links', {
      resource: { type: 'album', id: album },
      ...rules,
    });
    link = (await shared.json()) as CreatedLinkRecord;
  });
  beforeEach(() => page.setViewportSize(DESK));
  afterAll(async () => await dashboard.close());

  /** A guest sends a picture; the cookie by which they are known, if they have one. */
  async function add(name: string, guest: string, cookie = ''): Promise<string> {
    const body = uploadForm({ bytes: pictureNamed(name).buffer, name });
    body.set('guest', guest);
    const secret = link.url.slice(link.url.lastIndexOf('/') + 1);
    const headers = { cookie };
    const sent = { method: 'POST', key: null, body, headers };
    const response = await dashboard.server.fetch(`/api/shared/${secret}/upload`, sent);
    expect(response.status).toBe(202);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  const strip = () => page.getByRole('list', { name: 'Waiting photos' }).getByRole('button');
  const shown = (name: string) => page.getByRole('img', { name });

  it('is not in the menu while there is nothing to decide, and says so at its address', async () => {
    await dashboard.visit('/images');
    await page.getByRole('link', { name: 'Shared with me' }).waitFor();
    expect(await page.getByRole('link', { name: /To approve/ }).count()).toBe(0);
    await dashboard.visit('/contributions');
    await page.getByText('Nothing to decide').waitFor();
  });

  it('is reached from the menu and the album, and decided on by keys that hold while a photo has the focus', async () => {
    const ada = await add('one.gif', 'Ada');
    for (const name of ['two.gif', 'three.gif']) await add(name, 'Ada', ada);
    await add('four.gif', 'Bob');
    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('link', { name: '4 photos are waiting for your approval' }).click();
    await shown('one.gif, from Ada').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.keyboard.press('y'); // nothing has the focus: nothing is decided
    expect(await strip().count()).toBe(4);
    await strip().first().focus();
    await page.keyboard.press('ArrowRight');
    await shown('two.gif, from Ada').waitFor();
    await page.keyboard.press('y');
    await page.getByText('Approved.', { exact: true }).waitFor();
    await shown('three.gif, from Ada').waitFor();
    await page.keyboard.press('n');
    await page
      .getByRole('dialog', { name: 'Refuse this photo?' })
      .getByRole('button', { name: 'Refuse' })
      .click();
    await page.getByText('Refused.', { exact: true }).waitFor();
    await shown('four.gif, from Bob').waitFor();
    await page.getByRole('link', { name: 'To approve (2)' }).waitFor();
    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('link', { name: /^two/ }).waitFor();
    expect(await page.getByRole('link', { name: /^three/ }).count()).toBe(0);
  });

  it('has large buttons on a phone, and takes what one guest added as one', async () => {
    await page.setViewportSize(PHONE);
    await dashboard.visit('/contributions');
    await shown('one.gif, from Ada').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Guest' }).selectOption('Bob');
    await shown('four.gif, from Bob').waitFor();
    await approve.click();
    await page.getByText('Approved.', { exact: true }).waitFor();
    await page.getByText('Nothing to decide').waitFor();
  });

  it('leads to who added a photo, whose photos are filtered, and removed as one', async () => {
    await dashboard.visit('/images');
    await page.getByRole('link', { name: /^two/ }).click();
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('link', { name: 'Ada', exact: true }).click();
    await page.getByRole('button', { name: 'Change the filter “Added by Ada”' }).waitFor();
    await page.getByRole('link', { name: /^four/ }).waitFor({ state: 'detached' });
    await page.reload(); // the address has only her identifier
    await page.getByRole('button', { name: 'Change the filter “Added by Ada”' }).waitFor();
    await page.getByRole('button', { name: 'Remove everything this guest added' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove everything this guest added' });
    await dialog.getByText('go to the trash').waitFor();
    await dialog.getByRole('button', { name: 'Remove everything this guest added' }).click();
    await page.getByText('What this guest added is in the trash.').waitFor();
    await dialog.waitFor({ state: 'detached' }); // it goes back in the history, which another address would break off
    await dashboard.visit('/contributions');
    await page.getByText('Nothing to decide').waitFor(); // one.gif of Ada waited
    await dashboard.visit('/trash');
    await page
      .getByText(/two\S*\.gif/)
      .first()
      .waitFor();
    expect(dashboard.faults()).toEqual([]);
  });

  it('is asked for in the form of a link', async () => {
    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Party”' });
    await dialog.getByLabel('Can', { exact: true }).selectOption('View and add images');
    await dialog.getByLabel('Photos that others add').selectOption('Wait for my approval');
    await dialog.getByLabel('Photo limit').fill('12');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('0 of 12 added · with approval').waitFor();
  });
});
