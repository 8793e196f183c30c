import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = 15_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('the visibility of images', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON });
    ({ page } = dashboard);
    for (const name of ['one.gif', 'two.gif', 'three.gif'])
      await dashboard.upload(name, { path: name === 'three.gif' ? 'trip/old' : 'trip' });
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const tile = (name: string) => page.getByRole('link', { name, exact: true });
  const said = (text: string) => page.getByText(text).first().waitFor();

  it('of one is changed where it is shown, and marked in the gallery and in albums', async () => {
    await dashboard.visit('/images?path=trip&sort=newest');
    await tile('one.gif').click();
    await dialog().getByLabel('Visibility').selectOption('Private');
    await said('Visibility changed.');
    await dialog().locator('header').getByText('Private').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await tile('one.gif Private').waitFor();
    await tile('two.gif').waitFor();

    const { images } = (await (await dashboard.server.fetch('/api/images')).json()) as {
      readonly images: readonly { readonly id: string }[];
    };
    const album = await dashboard.send('POST', '/api/albums', {
      title: 'Trip',
      images: images.map(({ id }) => id),
    });
    await dashboard.visit(`/albums/${((await album.json()) as { readonly id: string }).id}`);
    await tile('one.gif Private').waitFor();
    await tile('two.gif').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  it('of many is changed from the bar of what is selected', async () => {
    await dashboard.visit('/images?path=trip&sort=newest');
    for (const name of ['one.gif', 'two.gif']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Visibility' }).click();
    await dialog().getByLabel('Visibility').selectOption('Unlisted');
    await dialog().getByText('Anyone who has its address can see it.').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Change visibility' }).click();
    for (const name of ['one.gif', 'two.gif']) await tile(`${name} Unlisted`).waitFor();
    await tile('three.gif').waitFor();
  });

  it('of uploads is that of the folder, unless another is chosen; those that are there are changed too', async () => {
    await dashboard.visit('/images?path=trip&sort=newest');
    await page.getByRole('button', { name: 'New images here: Public' }).click();
    await dialog().getByLabel('Visibility of new images').selectOption('Private');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'New images here: Private' }).waitFor();
    for (const name of ['one.gif Unlisted', 'two.gif Unlisted', 'three.gif Public'])
      await tile(name).waitFor();

    const upload = async (name: string, choose?: string): Promise<void> => {
      await page.getByRole('button', { name: 'Upload' }).first().click();
      await page.setInputFiles('input[accept]', pictureNamed(name));
      const field = dialog().getByLabel('Visibility');
      await field.getByText('Same as the folder: Private').waitFor({ state: 'attached' });
      if (choose !== undefined) await field.selectOption(choose);
      expect(await faultsInBothThemes(page)).toEqual([]);
      await dialog().getByRole('button', { name: 'Upload' }).click();
    };
    await upload('closed.gif');
    await page.getByRole('link', { name: /^closed-\w{22}\.gif Private$/ }).waitFor();
    await upload('open.gif', 'Public');
    await tile('open.gif Public').waitFor();

    await page.getByRole('button', { name: 'New images here: Private' }).click();
    await dialog().getByLabel('Also change the images that are already there').check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    for (const name of ['one.gif', 'three.gif', 'open.gif']) await tile(`${name} Private`).waitFor();
    await dashboard.visit('/images?path=trip/old');
    await page.getByRole('button', { name: 'New images here: Private' }).click();
    await dialog()
      .getByLabel('Visibility of new images')
      .getByText('Same as the folder above: Private')
      .waitFor({
        state: 'attached',
      });
    await page.keyboard.press('Escape');
  });

  it('is seen and changed on a phone', async () => {
    const storageState = await page.context().storageState();
    const { page: small, faults } = await openPage(dashboard.browser, { ...PHONE, storageState });
    await small.goto(`${dashboard.server.address}/images?path=trip&sort=newest`);
    await small.getByRole('checkbox', { name: 'one.gif' }).check();
    expect(await faultsInBothThemes(small)).toEqual([]);
    await small.getByRole('toolbar').getByRole('button', { name: 'Visibility' }).click();
    expect(await faultsInBothThemes(small)).toEqual([]);
    await small.keyboard.press('Escape');
    await small.getByRole('button', { name: 'New images here: Private' }).click();
    expect(await faultsInBothThemes(small)).toEqual([]);
    await small.keyboard.press('Escape');
    expect(faults()).toEqual([]);
    await small.context().close();
  });
});
