import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
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

  it('takes one picture without scripts, and says why it takes another file not', async () => {
    const visitor = await visit({ javaScriptEnabled: false });
    await visitor.getByLabel('Add a picture').setInputFiles(pictureNamed('plain.gif'));
    await visitor.getByRole('button', { name: 'Send' }).click();
    await shows(visitor, 'plain.gif');
    await visitor.getByLabel('Add a picture').setInputFiles(file('no.jpg', Buffer.from('x')));
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('This kind of file is not taken').waitFor();
    await visitor.getByRole('link', { name: 'All pictures' }).click();
    await shows(visitor, 'plain.gif');
    await visitor.context().close();
  });

  it('takes several with them, on a phone, and names those that it does not take', async () => {
    const visitor = await visit(PHONE);
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(visitor)).toEqual([]);
    }
    expect(await visitor.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await visitor
      .getByLabel('Add a picture')
      .setInputFiles([pictureNamed('one.gif'), pictureNamed('two.gif')]);
    await visitor.getByRole('button', { name: 'Send' }).click();
    for (const name of ['one.gif', 'two.gif']) await shows(visitor, name);
    await visitor
      .getByLabel('Add a picture')
      .setInputFiles([file('no.jpg', Buffer.from('x')), pictureNamed('more.gif')]);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('Not added: no.jpg').waitFor();
    await visitor.context().close();
  });

  it('says what was there already, with scripts and without, and adds it no second time', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) => pictureNamed(`${name}.gif`));
    if (first === undefined || second === undefined || third === undefined) throw new Error('No picture.');
    const visitor = await visit(PHONE);
    const send = async (files: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) => {
      await visitor.getByLabel('Add a picture').setInputFiles(files);
      await visitor.getByRole('button', { name: 'Send' }).click();
    };
    await send([first, second]);
    for (const name of ['first.gif', 'second.gif']) await shows(visitor, name);
    await send([first, second, third]);
    await visitor.getByText('2 were here already.').waitFor();
    await shows(visitor, 'third.gif');
    expect(await visitor.getByRole('link', { name: 'first.gif', exact: true }).count()).toBe(1);
    expect(await accessibilityFaults(visitor)).toEqual([]);
    await visitor.context().close();
    const plain = await visit({ javaScriptEnabled: false });
    await plain.getByLabel('Add a picture').setInputFiles(first);
    await plain.getByRole('button', { name: 'Send' }).click();
    await plain.getByRole('heading', { name: 'This picture is here already' }).waitFor();
    await plain.getByRole('link', { name: 'All pictures' }).click();
    await shows(plain, 'third.gif');
    await plain.context().close();
  });
});
