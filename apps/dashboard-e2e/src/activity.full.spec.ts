import { fixtures } from '@cairn/testkit';
import { uploadForm, until } from '@cairn/harness';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';

jest.setTimeout(240_000); // the browser has other work

/** More than a page of the list has. */
const MANY = 210;

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await Dashboard.open({ timeoutMs: 30_000 });
  ({ page } = dashboard);
});
afterAll(() => dashboard.close());

const row = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const openActivity = async () => {
  await dashboard.visit('/account');
  await page.getByRole('button', { name: 'Activity' }).click();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
};
/** They are stored a moment after their requests. */
const shown = async (text: string) => {
  while ((await row(text).count()) === 0) {
    await page.reload();
    await page.getByRole('main').getByRole('listitem').first().waitFor();
  }
};

it('who changed what is listed, leads to what is there, and is narrowed', async () => {
  await openActivity();
  await page.getByText('Nothing yet').waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);

  const kept = await dashboard.upload('kept.gif', { path: 'trip' });
  const gone = await dashboard.upload('gone.gif');
  await dashboard.send('DELETE', `/api/images/${gone}`);
  const made = await dashboard.send('POST', '/api/keys', { name: 'Reader', scopes: ['images:read'] });
  const { key } = (await made.json()) as { readonly key: string };
  await dashboard.server.fetch(`/api/images/${kept}`, { method: 'DELETE', key });
  const resource = { type: 'folder', id: 'trip' };
  const linked = await dashboard.send('POST', '/api/links', { role: 'contributor', resource });
  const { url } = (await linked.json()) as { readonly url: string };
  const guest = `/api/shared/${url.slice(url.lastIndexOf('/') + 1)}/upload`;
  const body = uploadForm({ bytes: fixtures.jpeg.bytes });
  expect((await dashboard.server.fetch(guest, { method: 'POST', key: null, body })).status).toBe(201);

  await openActivity();
  await shown('Uploaded an image with a link');
  await row('A guest with a link').getByText('folder:trip').waitFor();
  await row('Reader').filter({ hasText: 'Deleted an image' }).getByText('Refused').waitFor();
  expect(await row('Uploaded an image').getByRole('link').count()).toBe(1);
  expect(await row('Deleted an image').getByRole('link').count()).toBe(1); // the one that was refused
  expect(await faultsInEveryLook(page)).toEqual([]);

  await page.getByLabel('What', { exact: true }).selectOption('Deleted an image');
  await page.getByLabel('Who', { exact: true }).selectOption('Reader');
  await row('').nth(1).waitFor({ state: 'detached' });
  await row('Refused').waitFor();
  expect(await row('').count()).toBe(1);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).blur();
  await page.getByText('Nothing found').waitFor();
  await page.reload();
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await row('Uploaded an image').getByRole('link').first().click();
  await page.getByRole('dialog').getByText('kept.gif').first().waitFor();
  expect(dashboard.faults()).toEqual([]);
});

it('is read page by page, of all accounts for administrators, and says when it cannot be read', async () => {
  await dashboard.send('POST', '/api/accounts', { name: 'Club' });
  for (let count = 0; count < MANY; count += 1)
    await dashboard.send('PUT', '/api/presets/many', { query: `w=${count + 1}` });
  await openActivity();
  await shown('Stored a preset');
  const all = async () => await row('').count();
  expect(await all()).toBe(200);
  await page.getByRole('button', { name: 'Show more' }).click();
  await until('there are more', async () => (await all()) > 200);
  await page.getByLabel('Account', { exact: true }).selectOption('Club');
  await page.getByText('Nothing found').waitFor();
  await page.getByLabel('Account', { exact: true }).selectOption('All accounts');
  await row('Stored a preset').first().waitFor();

  await page.route('**/api/audit?*', (route) => route.abort());
  await page.getByLabel('What', { exact: true }).selectOption('Invited someone');
  await page.getByText('The server cannot be reached').waitFor();
  await page.unroute('**/api/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing found').waitFor();
});

it('is in German', async () => {
  await dashboard.visit('/account');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Aktivität' }).click();
  await row('Vorlage gespeichert').first().waitFor();
});
