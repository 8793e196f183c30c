import { uploadForm } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage, PASSWORD } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { Keyboard } from './support/keyboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const PHONE = { width: 390, height: 844 };

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await Dashboard.open({ timeoutMs: 30_000 });
  ({ page } = dashboard);
});
afterAll(() => dashboard.close());

const send = async <T>(path: string, body: object): Promise<T> =>
  (await (await dashboard.send('POST', path, body)).json()) as T;

interface Guest {
  readonly key: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Resolves with the cookie by which a guest is known. */
const upload = async (path: string, name: string, { key, headers = {} }: Guest): Promise<string> => {
  const body = uploadForm({ bytes: pictureNamed(name).buffer, name, ...(key !== null && { path: 'ours' }) });
  const response = await dashboard.server.fetch(path, { method: 'POST', key, headers, body });
  expect(response.status).toBe(201);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
};

/** Somebody with an account of their own, who may add to a folder of the owner. */
async function grantee(): Promise<Guest> {
  const { id } = await send<{ readonly id: string }>('/api/accounts', { name: 'Grace' });
  const key = await send<{ readonly id: string; readonly key: string; readonly accountId: string }>(
    '/api/keys',
    {
      name: 'Grace’s phone',
      scopes: ['images:read', 'images:write'],
      accountId: id,
    },
  );
  const resource = { type: 'folder', id: 'ours' };
  await send('/api/grants', { resource, to: { type: 'key', id: key.id }, role: 'contributor' });
  const session = await page.context().request.get(`${dashboard.server.address}/api/session`);
  const { account } = (await session.json()) as { readonly account: { readonly id: string } };
  return { key: key.key, headers: { 'cairn-account': account.id } };
}

async function guestOf(title: string): Promise<string> {
  const { id } = await send<{ readonly id: string }>('/api/albums', { title });
  const body = { role: 'contributor', resource: { type: 'album', id } };
  const { url } = await send<{ readonly url: string }>('/api/links', body);
  return `/api/shared/${url.slice(url.lastIndexOf('/') + 1)}/upload`;
}

const bell = (name: string, of = page) => of.getByRole('button', { name, exact: true });
const NOTHING = 'What others added: nothing new';
const news = (count: number) => `What others added: ${count} new`;

describe('the bell', () => {
  it('counts what guests and other accounts add, at once, and is empty after a look, in every browser', async () => {
    const other = await openPage(dashboard.browser, { viewport: PHONE });
    await other.page.goto(dashboard.server.address);
    await other.page.getByLabel('Name').fill('Ada');
    await other.page.getByLabel('Password').fill(PASSWORD);
    await other.page.keyboard.press('Enter');
    for (const one of [page, other.page]) await bell(NOTHING, one).waitFor();

    await dashboard.upload('own.gif');
    const address = await guestOf('Summer');
    const cookie = await upload(address, 'one.gif', { key: null });
    await upload(address, 'two.gif', { key: null, headers: { cookie } });
    await upload('/api/upload', 'three.gif', await grantee());
    for (const one of [page, other.page]) await bell(news(3), one).waitFor();
    expect(await page.locator('[aria-live=polite]').filter({ hasText: '3 new from others' }).count()).toBe(1);

    await bell(news(3), other.page).click();
    const dialog = other.page.getByRole('dialog', { name: 'What others added' });
    await dialog.getByText('A guest added 2 photos through the link to “Summer”').waitFor();
    await dialog.getByText('Grace’s phone added a photo to “ours”').waitFor();
    expect(await dialog.locator('img').count()).toBe(3);
    expect(await faultsInEveryLook(other.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Mark all as seen' }).click();
    await bell(NOTHING, other.page).waitFor();
    await page.reload();
    await bell(NOTHING).waitFor();
    expect(other.faults()).toEqual([]);
    await other.page.close();
  });

  it('is used by keys, and leads to the activity', async () => {
    await upload(await guestOf('Winter'), 'four.gif', { key: null });
    await bell(news(1)).waitFor();
    const keyboard = new Keyboard(page);
    await keyboard.press(bell(news(1)));
    await page.getByRole('dialog').getByText('A guest added a photo through the link to “Winter”').waitFor();
    await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'All activity' }));
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await bell(NOTHING).waitFor();
    await keyboard.press(bell(NOTHING));
    await page.getByRole('dialog').getByText('Nothing new').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe(NOTHING);
    expect(dashboard.faults()).toEqual([]);
  });
});

describe('sessions and keys', () => {
  it('are called by names that people give, and ended at once', async () => {
    const phone = await openPage(dashboard.browser, { viewport: PHONE });
    await phone.page.goto(dashboard.server.address);
    await phone.page.getByLabel('Name').fill('Ada');
    await phone.page.getByLabel('Password').fill(PASSWORD);
    await phone.page.keyboard.press('Enter');
    await bell(NOTHING, phone.page).waitFor();

    await dashboard.visit('/account');
    const sessions = page.getByRole('listitem').filter({ hasText: /Chrome on \w+/ });
    const others = sessions.filter({ hasNotText: 'This device' });
    await sessions.filter({ hasText: 'This device' }).waitFor();
    await others
      .first()
      .getByRole('button', { name: /^Name Chrome on/ })
      .click();
    await page.getByRole('dialog').getByLabel('Name').fill('My phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const named = page.getByRole('listitem').filter({ hasText: 'My phone' });
    await named.getByText(/Chrome on \w+ · last active/).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
    await named.waitFor({ state: 'detached' });
    expect(await others.count()).toBe(0);
    await phone.page.reload();
    await phone.page.getByLabel('Password').waitFor();
    await phone.page.close();

    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByText(/Chrome unter \w+/).waitFor();
    await page.getByLabel('Sprache').selectOption('English');
    await dashboard.send('POST', '/api/keys', { name: 'Camera', scopes: ['images:write'] });
    await dashboard.visit('/keys');
    await page.getByRole('button', { name: 'Rename “Camera”' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old camera');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const key = page.getByRole('row').filter({ hasText: 'Old camera' });
    await key.getByText('Made by the key').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await key.getByRole('button', { name: 'Revoke “Old camera”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await key.waitFor({ state: 'detached' });
    expect(dashboard.faults()).toEqual([]);
  });
});
