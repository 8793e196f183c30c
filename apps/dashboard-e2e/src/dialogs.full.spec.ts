import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

/** More than the gallery reads at once. */
const IMAGES = 215;
/** Nothing that the page shows takes so long; what it does not show would never come. */
const SOON = { timeout: 5_000 };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('dialogs and selections', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open();
    ({ page } = dashboard);
    for (let index = 0; index < IMAGES; index += 1) {
      const name = `view-${index}.gif`;
      await dashboard.upload(name);
    }
    await dashboard.fill('places');
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const opener = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
  const picture = (name: string) => page.getByRole('link', { name, exact: true });
  const closed = async () => await dialog().waitFor({ state: 'detached', ...SOON });
  /** Beside the dialog, where nothing is but what is behind it. */
  const clickOutside = async () => await page.mouse.click(4, 4);
  /** Beside the picture that is open. */
  const beside = async () => await page.mouse.click(60, 120);
  const hasFocus = async (control: Locator) =>
    await control.and(page.locator(':focus')).waitFor({ state: 'attached', ...SOON });

  it('begin where one types, and give the focus back when Escape closes them', async () => {
    for (const [view, name, label] of [
      ['/images', 'Upload', 'Folder'],
      ['/keys', 'Create a key', 'Name'],
      ['/spaces', 'Create a space', 'Title'],
      ['/spaces/places', 'Edit', 'Title'],
      ['/people', 'Invite someone', 'Role'],
      ['/people', 'Change Ada', 'Name'],
    ] as const) {
      await dashboard.visit(view);
      await opener(name).press('Enter');
      await hasFocus(dialog().getByLabel(label, { exact: true }));
      await page.keyboard.press('Escape');
      await closed();
      await hasFocus(opener(name));
    }
  });

  it('give the focus back after a key was made, and to the content if what opened them is gone', async () => {
    await dashboard.visit('/keys');
    await page.getByRole('button', { name: 'Create a key' }).first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Phone');
    await page.keyboard.press('Enter');
    await hasFocus(dialog().getByRole('button', { name: 'Copy' }).first());
    await dialog().getByRole('button', { name: 'I have saved it' }).press('Enter');
    await closed();
    await page.getByRole('button', { name: 'Revoke “Phone”' }).press('Enter');
    await dialog().getByRole('button', { name: 'Revoke' }).press('Enter');
    await closed();
    await hasFocus(page.getByRole('main'));
  });

  it('stay open with a key, chosen files or typed text in them when something else is clicked', async () => {
    await dashboard.visit('/keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await dialog().getByLabel('Name').fill('Tablet');
    await clickOutside();
    expect(await dialog().getByLabel('Name').inputValue(SOON)).toBe('Tablet');
    await dialog().getByLabel('Name').press('Enter');
    await page.locator('.secret code').waitFor();
    await clickOutside();
    expect(await page.locator('.secret code').count()).toBe(1);
    await dialog().getByRole('button', { name: 'I have saved it' }).click();

    await dashboard.visit('/images');
    await opener('Upload').click();
    await page.setInputFiles('input[accept]', pictureNamed('chosen.gif'));
    await dialog().getByText('One file').waitFor();
    await clickOutside();
    // A chooser of files that is closed without a choice says so to all that it is in.
    const cancel =
      "document.querySelector('input[accept]').dispatchEvent(new Event('cancel', { bubbles: true }))";
    await page.evaluate(cancel);
    await dialog().getByText('One file').waitFor(SOON);
    await page.keyboard.press('Escape');
    await closed();
  });

  it('close by a click outside where nothing is lost', async () => {
    await dashboard.visit('/images');
    await picture('view-214.gif').click();
    await dialog().getByLabel('Tags').fill('summer');
    await dialog().getByText('1 × 1').waitFor(SOON); // what is known of the image has come
    await beside();
    expect(await dialog().getByLabel('Tags').inputValue(SOON)).toBe('summer');
    await dialog().getByLabel('Tags').fill('');
    await beside();
    await closed();
    await hasFocus(picture('view-214.gif'));
  });

  it('select by clicks once one is selected, a range with Shift, all with Ctrl+A, none with Escape', async () => {
    await dashboard.visit('/images');
    const selected = (count: number) => page.getByText(`${count} selected`, { exact: true }).waitFor(SOON);
    await page.getByLabel('Select view-214.gif').check({ force: true });
    await picture('view-212.gif').click();
    await selected(2);
    await picture('view-209.gif').click({ modifiers: ['Shift'] });
    await selected(5);
    await picture('view-212.gif').click();
    await selected(4);
    expect(await dialog().count()).toBe(0);
    await page.keyboard.press('Control+a');
    await selected(IMAGES);
    await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click();
    await hasFocus(dialog().getByLabel('Add tags'));
    await page.keyboard.press('Escape');
    await closed();
    await selected(IMAGES);
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached', ...SOON });
    await picture('view-212.gif').click();
    await dialog().waitFor(SOON);
    expect(dashboard.faults()).toEqual([]);
  });
});
