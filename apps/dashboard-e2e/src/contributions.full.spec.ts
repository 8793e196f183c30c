import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(bytes),
});

/** Takes seconds, as every suite with a browser. */
describe('a link by which people add pictures', () => {
  let dashboard: Dashboard;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    await dashboard.upload('first.jpg', { bytes: Buffer.from(fixtures.jpeg.bytes), path: 'party' });
  });
  afterAll(async () => await dashboard.close());

  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const { page: opened, faults } = await openPage(dashboard.browser, options);
    opened.setDefaultTimeout(SOON.timeout);
    // The browser itself reports a file that is refused.
    opened.on('close', () => expect(faults().filter((fault) => !fault.includes('415'))).toEqual([]));
    await opened.goto(url);
    return opened;
  }

  const shows = async (of: Page, name: string): Promise<void> =>
    await of.getByRole('link', { name, exact: true }).waitFor();

  it('is made in the dialog of a folder, which tells it from others', async () => {
    await dashboard.visit('/images?path=party');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “party”' });
    await dialog.getByLabel('Can', { exact: true }).selectOption('View and add images');
    await dialog.getByText('counts towards your quota').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    url = await dialog.locator('code').innerText();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('may add images').waitFor();
  });

  it('takes one picture without scripts, says thanks, and says why it takes another file not', async () => {
    const visitor = await visit({ javaScriptEnabled: false });
    expect(await visitor.getByRole('link', { name: 'Add photos' }).isVisible()).toBe(true);
    await choosePlainly(visitor, pictureNamed('plain.gif'));
    await visitor.getByText('Thank you! Your photo was added.').waitFor();
    await visitor.getByRole('link', { name: 'See it' }).click();
    await visitor.getByRole('img', { name: 'plain.gif' }).waitFor();
    await visitor.getByRole('link', { name: 'All pictures' }).click();
    await shows(visitor, 'plain.gif');
    await choosePlainly(visitor, file('no.jpg', Buffer.from('x')));
    await visitor.getByText('This type of file can’t be added').waitFor();
    await visitor.getByRole('link', { name: 'All pictures' }).click();
    await shows(visitor, 'plain.gif');
    const known = pictureNamed('known.gif');
    for (const said of ['Thank you!', 'This photo is already here']) {
      await choosePlainly(visitor, known);
      await visitor.getByText(said).waitFor();
      if (said !== 'Thank you!') await visitor.getByRole('link', { name: 'All pictures' }).click();
    }
    await shows(visitor, 'known.gif');
    await visitor.context().close();
  });
});

async function choosePlainly(page: Page, chosen: ReturnType<typeof pictureNamed>): Promise<void> {
  await page.getByLabel('Choose photos').setInputFiles(chosen);
  await page.getByRole('button', { name: 'Send' }).click();
}
