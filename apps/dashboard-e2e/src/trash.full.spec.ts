import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';

jest.setTimeout(240_000); // the browser has other work

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('the trash of the dashboard', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open();
    ({ page } = dashboard);
    for (const name of ['one.gif', 'two.gif', 'three.gif']) await dashboard.upload(name);
    await page.getByRole('link', { name: 'three.gif' }).waitFor();
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const main = () => page.getByRole('main');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const remove = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.getByRole('link', { name }).waitFor();
    for (const name of names) await page.getByLabel(`Select ${name}`).check({ force: true });
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    if (names.length > 1) await dialog().getByRole('button', { name: 'Delete' }).click();
    for (const name of names) await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  };

  it('takes a deletion back where it was made, of one image and of several', async () => {
    for (const names of [['one.gif'], ['two.gif', 'three.gif']]) {
      await remove(...names);
      await press('Undo');
      for (const name of names) await page.getByRole('link', { name }).waitFor();
    }
  });

  it('takes back the deletion of an album, with its images', async () => {
    const { images } = (await (await dashboard.server.fetch('/api/images')).json()) as {
      readonly images: readonly { readonly id: string }[];
    };
    const made = await dashboard.send('POST', '/api/albums', {
      title: 'Summer',
      images: images.map(({ id }) => id),
    });
    const { id } = (await made.json()) as { readonly id: string };
    await dashboard.visit(`/albums/${id}`);
    await press('Delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await press('Undo');
    await main().getByText('3 images').waitFor();
  });

  it('lists what was deleted, restores it, and deletes it for good after a question', async () => {
    await dashboard.visit('/images');
    await remove('one.gif', 'two.gif');
    await press('Trash');
    await main().getByRole('heading', { name: 'Trash' }).waitFor();
    const pictures = main().locator('li img');
    await until('both are seen', async () => (await pictures.count()) === 2);
    await until('they have pixels', () =>
      pictures.evaluateAll<boolean, { naturalWidth: number }>((all) =>
        all.every(({ naturalWidth }) => naturalWidth > 0),
      ),
    );
    await press('Restore “one.gif”');
    await page.getByText('Restored.').waitFor();
    await press('Delete “two.gif” permanently');
    await dialog().getByRole('button', { name: 'Delete permanently' }).click();
    await main().getByText('Nothing in the trash').waitFor();
    await dashboard.visit('/images');
    await page.getByRole('link', { name: 'one.gif' }).waitFor();
    expect(await page.getByRole('link', { name: 'two.gif' }).count()).toBe(0);
  });

  it('restores everything, and is emptied after a question', async () => {
    await remove('one.gif', 'three.gif');
    await dashboard.visit('/trash');
    await press('Restore all');
    await main().getByText('Nothing in the trash').waitFor();
    await dashboard.visit('/images');
    await remove('one.gif', 'three.gif');
    await dashboard.visit('/trash');
    await page.getByText('three.gif').waitFor();
    await press('Empty the trash');
    await dialog().getByRole('button', { name: 'Delete permanently' }).click();
    await main().getByText('Nothing in the trash').waitFor();
    expect(dashboard.faults()).toEqual([]);
  });
});
