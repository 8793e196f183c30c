import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';

jest.setTimeout(240_000); // the browser has other work

/** A picture with much structure, another one for each number. */
function picture(number: number, width = 900): Sharp {
  const height = Math.round((width * 2) / 3);
  const pixels = Buffer.alloc(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    const waves = [1, 2, 3, 4].map((wave) =>
      Math.sin(wave * (5 * x * ((number % 3) + 1) + 3 * y * number) + number * wave),
    );
    pixels[at] = 128 + 28 * waves.reduce((sum, wave) => sum + wave, 0);
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('images that look alike', () => {
  let dashboard: Dashboard;
  let page: Page;

  /** Uploads pictures, which are looked at then. */
  const upload = async (name: string, bytes: Promise<Buffer>): Promise<void> => {
    const id = await dashboard.upload(name, { bytes: await bytes });
    await dashboard.send('GET', `/api/images/${id}?include=metadata`);
  };

  beforeAll(async () => {
    dashboard = await Dashboard.open();
    ({ page } = dashboard);
  });
  afterAll(async () => await dashboard.close());

  const groups = () => page.getByRole('main').getByRole('region');
  const press = (name: string) => page.getByRole('button', { name }).first().click();

  it('are not there at first, and what is never found is said', async () => {
    await page.getByRole('button', { name: 'Look-alikes' }).click();
    await page.getByText('No look-alikes').waitFor();
    await page.getByText('mirrored, turned by a quarter, or cropped by a fifth').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('are shown in groups with the better one and its reason, in every look', async () => {
    await upload('large.jpg', picture(1).jpeg().toBuffer());
    await upload('small.jpg', picture(1).resize(300).jpeg({ quality: 50 }).toBuffer());
    await upload('other.jpg', picture(2).jpeg().toBuffer());
    await upload('first.jpg', picture(5).jpeg().toBuffer());
    await upload('second.jpg', picture(5).jpeg().toBuffer());
    await upload('mirrored.jpg', picture(2).flop().jpeg().toBuffer());
    await dashboard.visit('/look-alikes');
    await groups().nth(1).waitFor();
    expect(await groups().count()).toBe(2);
    const [same, scaled] = [groups().nth(0), groups().nth(1)];
    await same.getByText('Suggested: came first').waitFor();
    await same.getByText('The same file').waitFor();
    await scaled.getByText('Suggested: larger').waitFor();
    expect(await scaled.getByRole('radio', { name: 'large.jpg' }).isChecked()).toBe(true);
    expect(await page.getByText('other.jpg').count()).toBe(0);
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('stay if all are kept, and are not shown again, unless that is taken back', async () => {
    await groups().first().getByRole('button', { name: 'Keep all' }).click();
    await page.getByText('They will not be shown as look-alikes again.').waitFor();
    await page.reload();
    await groups().getByText('large.jpg').first().waitFor();
    expect(await groups().count()).toBe(1);
    await groups().first().getByRole('button', { name: 'Keep all' }).click();
    await page.getByText('No look-alikes').waitFor();
    await press('Undo');
    await groups().getByText('large.jpg').first().waitFor();
    await dashboard.visit('/images');
    for (const name of ['large.jpg', 'small.jpg', 'first.jpg', 'second.jpg'])
      await page.getByRole('link', { name }).waitFor();
  });

  it('leave the chosen one, by the keyboard alone, and come back from the trash', async () => {
    await dashboard.visit('/look-alikes');
    await page.getByRole('radio', { name: 'large.jpg' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'small.jpg' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Keep this, move the other to the trash' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No look-alikes').waitFor();
    await press('Undo');
    await groups().getByText('large.jpg').first().waitFor();
    await press('Keep this, move the other to the trash');
    await page.getByText('No look-alikes').waitFor();
    await dashboard.visit('/images');
    await page.getByRole('link', { name: 'large.jpg' }).waitFor();
    expect(await page.getByRole('link', { name: 'small.jpg' }).count()).toBe(0);
    expect(dashboard.faults()).toEqual([]);
  });

  it('are told of in German', async () => {
    await upload('klein.jpg', picture(1).resize(300).jpeg({ quality: 50 }).toBuffer());
    const german = await dashboard.browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'de-DE',
      storageState: await page.context().storageState(),
    });
    const other = await german.newPage();
    await other.goto(`${dashboard.server.address}/look-alikes`);
    await other.getByText('Vorschlag: größer').waitFor();
    await other.getByRole('button', { name: 'Dieses behalten, das andere in den Papierkorb' }).waitFor();
    expect(await other.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await german.close();
  });
});
