import { uploadForm, until } from '@cairn/harness';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const UPLOADS = 320;
const AT_ONCE = 8;
/** More than a page of the list has. */
const MANY = 210;

let dashboard: Dashboard;
let page: Page;
let album: string;

beforeAll(async () => {
  dashboard = await Dashboard.open({ timeoutMs: 30_000 });
  ({ page } = dashboard);
});
afterAll(() => dashboard.close());

const main = () => page.getByRole('main');
const row = (text: string | RegExp) => main().getByRole('listitem').filter({ hasText: text });
const openActivity = async (query = '') => {
  await dashboard.visit(`/activity${query}`);
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
};
/** They are stored a moment after their requests. */
const shown = async (text: string | RegExp) => {
  await until(`${text} is shown`, async () => {
    if ((await row(text).count()) > 0) return true;
    await page.reload();
    await main().getByRole('listitem').first().waitFor();
    return false;
  });
};
const made = async <T>(path: string, body: object): Promise<T> =>
  (await (await dashboard.send('POST', path, body)).json()) as T;
/** Resolves with the cookie by which a guest is known. */
const upload = async (path: string, name: string, guest?: string): Promise<string> => {
  const body = uploadForm({ bytes: pictureNamed(name).buffer, name });
  const response = await dashboard.server.fetch(path, {
    method: 'POST',
    body,
    ...(guest !== undefined && { key: null, headers: { cookie: guest } }),
  });
  expect(response.status).toBe(201);
  return response.headers.get('set-cookie')?.split(';')[0] ?? guest ?? '';
};
const secretOf = ({ url }: { readonly url: string }) => url.slice(url.lastIndexOf('/') + 1);
const madeLink = async () =>
  await made<{ readonly id: string; readonly url: string }>('/api/links', {
    role: 'contributor',
    resource: { type: 'album', id: album },
  });

it('320 uploads are one row with pictures, which unfolds', async () => {
  await openActivity();
  await page.getByText('Nothing yet').waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);

  ({ id: album } = await made<{ readonly id: string }>('/api/albums', { title: 'Summer' }));
  for (let count = 0; count < UPLOADS; count += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        upload(`/api/albums/${album}/upload`, `photo-${count + index}.gif`),
      ),
    );
  await openActivity();
  await shown('added 320 photos to “Summer”');
  expect(await row(/added .* to “Summer”/).count()).toBe(1);
  const uploads = row('added 320 photos to “Summer”');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  expect(await uploads.locator('img').count()).toBe(4);
  await until(
    'the pictures are there',
    async () =>
      await uploads
        .locator('img')
        .evaluateAll<boolean, { naturalWidth: number }>((all) =>
          all.every(({ naturalWidth }) => naturalWidth > 0),
        ),
  );
  await uploads.getByText('and 316 more').waitFor();
  await uploads.getByRole('button', { name: 'Show all 320' }).click();
  const entries = uploads.getByRole('list', { name: 'In detail' });
  await entries.getByRole('link').first().waitFor();
  expect(await uploads.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  expect(await faultsInEveryLook(page)).toEqual([]);
  await uploads.getByRole('link', { name: 'added 320 photos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
});

it('tells who did what by their names, and is narrowed to a person, a link, a thing and a kind', async () => {
  const link = await madeLink();
  let guest = '';
  for (const name of ['one.gif', 'two.gif', 'three.gif'])
    guest = await upload(`/api/shared/${secretOf(link)}/upload`, name, guest);
  await dashboard.send('DELETE', `/api/links/${link.id}`);
  const other = await madeLink();
  const [kept, gone] = [
    await dashboard.upload('kept.gif', { path: 'trip' }),
    await dashboard.upload('gone.gif'),
  ];
  await dashboard.send('DELETE', `/api/images/${gone}`);
  const { key } = await made<{ readonly key: string }>('/api/keys', {
    name: 'Reader',
    scopes: ['images:read'],
  });
  await dashboard.server.fetch(`/api/images/${kept}`, { method: 'DELETE', key });

  await openActivity();
  await shown('Reader was not allowed to do this: Deleted an image');
  await row('A guest added 3 photos through the link to “Summer”').waitFor();
  await row('The link to “Summer” was ended').waitFor();
  await row('created the key “Reader”').waitFor();
  await row('removed the photo “gone.gif”').getByRole('img', { name: 'gone.gif (In the trash)' }).waitFor();
  expect(await row('removed the photo').getByRole('link').count()).toBe(0);
  expect(await faultsInEveryLook(page)).toEqual([]);

  const choose = async (label: string, option: string) =>
    await page.getByLabel(label, { exact: true }).selectOption(option);
  await choose('Who', 'Reader');
  await row('320').waitFor({ state: 'detached' });
  await row('Refused').waitFor();
  expect(await row('').count()).toBe(1);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await row('320').waitFor();
  await choose('What', 'Shared');
  await row('320').waitFor({ state: 'detached' });
  await row('was ended').waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await row('320').waitFor();
  await choose('Where', 'Folder trip');
  await row('320').waitFor({ state: 'detached' });
  await row('added a photo to “trip”').waitFor();
  await openActivity(`?principal=link:${link.id}`);
  await row('A guest added 3 photos').waitFor();
  expect(await row('').count()).toBe(1);
  await openActivity(`?thing=link:${link.id}`);
  await row('was ended').waitFor();
  expect(await row('').count()).toBe(2);
  await openActivity(`?principal=link:${other.id}`);
  await page.getByText('Nothing found').waitFor();
  await openActivity('?kind=eaten');
  await page
    .getByRole('alert')
    .or(page.getByRole('button', { name: 'Try again' }))
    .first()
    .waitFor();
  await openActivity();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).blur();
  await page.getByText('Nothing found').waitFor();
  await page.reload();
  await page.getByText('Nothing found').waitFor();
  expect(dashboard.faults()).toEqual([]);
});

it('is read page by page, of all accounts for administrators, and says when it cannot be read', async () => {
  await dashboard.send('POST', '/api/accounts', { name: 'Club' });
  for (let count = 0; count < MANY; count += 1)
    await dashboard.send('PUT', `/api/presets/many-${count}`, { query: `w=${count + 1}` });
  await openActivity();
  await shown('stored a preset');
  const all = async () => await row('').count();
  expect(await all()).toBe(200);
  const more = page.getByRole('button', { name: 'Show more' });
  // A list that is read again ignores the button, and with the last page the button is gone, perhaps under the click.
  await until('there are more', async () => {
    await more.click({ timeout: 1_000 }).catch(() => undefined);
    return (await all()) > 200;
  });
  await page.getByLabel('Account', { exact: true }).selectOption('Club');
  await page.getByText('Nothing found').waitFor();
  await page.getByLabel('Account', { exact: true }).selectOption('All accounts');
  await row('stored a preset').first().waitFor();

  await page.route('**/api/activity?*', (route) => route.abort());
  await page.getByLabel('What', { exact: true }).selectOption('Removed');
  await page.getByText('The server cannot be reached').waitFor();
  await page.unroute('**/api/activity?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await row('removed the photo “gone.gif”').waitFor();
});

it('is in German', async () => {
  await dashboard.visit('/account');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Aktivität', exact: true }).click();
  await page.getByLabel('Was', { exact: true }).selectOption('Hinzugefügt');
  await row('hat 320 Fotos zu „Summer“ hinzugefügt').waitFor();
  await row('Ein Gast hat über den Link zu „Summer“ 3 Fotos hinzugefügt').waitFor();
  await page.getByRole('heading', { name: 'Heute' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
});
