import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { uploadPhotos } from './support/dated-photos.js';
import { Keyboard } from './support/keyboard.js';
import { faultsInEveryLook } from './support/looks.js';

jest.setTimeout(240_000); // the browser has other work

interface Taken {
  readonly at: string;
  readonly from: string;
}

describe('times of photos', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000 });
    ({ page } = dashboard);
    await uploadPhotos(dashboard, [
      { name: 'coast.jpg', day: '2024-07-01' },
      { name: 'cape.jpg', day: '2024-07-02' },
    ]);
    await dashboard.upload('party.gif', { takenAt: '2024-12-31T23:30:00+01:00' });
    for (const name of ['IMG-20240705-WA0001.gif', 'attic.gif', 'cellar.gif']) await dashboard.upload(name);
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog').last();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const field = (name: string) => dialog().getByLabel(name, { exact: true });
  const said = async (text: string): Promise<void> => await page.getByText(text).first().waitFor();

  /** When each photo was taken, and who says so, by name. */
  async function times(): Promise<Readonly<Record<string, string>>> {
    const response = await dashboard.server.fetch('/api/images?include=taken');
    const { images } = (await response.json()) as {
      readonly images: readonly { readonly url: string; readonly taken?: Taken }[];
    };
    return Object.fromEntries(
      images.map(({ url, taken }) => [
        url.slice(url.lastIndexOf('/') + 1),
        taken === undefined ? 'unknown' : `${taken.from} ${taken.at}`,
      ]),
    );
  }

  it('are set where there are none with the keyboard alone, noon for a date, and taken back', async () => {
    const before = await times();
    expect(before).toMatchObject({ 'attic.gif': 'unknown', 'cellar.gif': 'unknown' });
    await dashboard.visit('/images?without=time');
    await link('attic.gif').waitFor();
    const keyboard = new Keyboard(page);
    await keyboard.button('Select all');
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
    await keyboard.button('Time');
    await page.getByRole('dialog', { name: 'When were these 2 photos taken?' }).waitFor();
    expect(await dialog().getByRole('radio').count()).toBe(0);
    await page.keyboard.press('Enter');
    await dialog().getByText('Choose a date.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await field('Date').fill('1987-08-01');
    await page.keyboard.press('Enter');
    await said('The time of 2 photos is set.');
    const noon = 'person 1987-08-01T12:00:00';
    expect(await times()).toEqual({ ...before, 'attic.gif': noon, 'cellar.gif': noon });
    await page.getByRole('button', { name: 'Undo' }).click();
    await said('The former times are back.');
    expect(await times()).toEqual(before);
    await link('attic.gif').waitFor();
  });

  it('are shifted together, shown before it is done, and taken back to who said them', async () => {
    const before = await times();
    await dashboard.visit('/images');
    await link('party.gif').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar', { name: '4 selected' }).waitFor();
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await dialog().getByLabel('Shift earlier or later').check();
    await dialog().getByText('The first photo: Dec 31, 2024, 11:30 PM.').waitFor();
    await dialog().getByRole('button', { name: 'Shift the time' }).click();
    await dialog().getByText('Say by how much, in whole days, hours or minutes.').waitFor();
    await field('Hours').fill('1');
    await dialog().getByText('Dec 31, 2024, 11:30 PM → Jan 1, 2025, 12:30 AM.').waitFor();
    await field('Direction').selectOption('Earlier: the clock was ahead');
    await field('Days').fill('1');
    await dialog().getByText('Dec 31, 2024, 11:30 PM → Dec 30, 2024, 10:30 PM.').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Shift the time' }).click();
    await said('The time of 4 photos is shifted.');
    expect(await times()).toEqual({
      ...before,
      'coast.jpg': 'person 2024-06-30T11:00:00',
      'cape.jpg': 'person 2024-07-01T11:01:00',
      'party.gif': 'person 2024-12-30T22:30:00+01:00',
      'IMG-20240705-WA0001.gif': 'person 2024-07-04T11:00:00',
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await said('The former times are back.');
    expect(await times()).toEqual(before);
  });

  it('that are guesses say so, and are corrected and given back for one photo', async () => {
    await dashboard.visit('/images?q=WA0001');
    await link('IMG-20240705-WA0001.gif').click();
    await dialog().getByText('guessed from the file’s name').waitFor();
    await dialog().getByText('Jul 5, 2024, 12:00 PM').waitFor();
    await dialog().getByRole('button', { name: 'Set the time' }).click();
    expect(await field('Date').inputValue()).toBe('2024-07-05');
    await field('Time of day').fill('09:15');
    await dialog().getByRole('button', { name: 'Set the time' }).click();
    await dialog().getByText('Jul 5, 2024, 9:15 AM').waitFor();
    await dialog().getByText('set by hand').waitFor();
    await dialog().getByRole('button', { name: 'Set the time' }).click();
    await dialog().getByLabel('Use what the files say').check();
    await dialog().getByRole('button', { name: 'Use what the files say' }).click();
    await dialog().getByText('guessed from the file’s name').waitFor();
    await dialog().getByRole('button', { name: 'Undo' }).last().click();
    await dialog().getByText('set by hand').waitFor();
    await dialog().getByText('Jul 5, 2024, 9:15 AM').waitFor();
    expect(dashboard.faults()).toEqual([]);
  });
});
