import { IN_MEMORY, openBrowser, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openPage, PASSWORD } from './support/browser.js';
import { dotsAtRest, dotsThat, type Dots } from './support/dots.js';
import { Keyboard } from './support/keyboard.js';
import { collection } from './support/places.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

describe('the dashboard without a mouse', () => {
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ env: IN_MEMORY }), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.dispose();
  });

  it('is set up, makes a key, keeps images and fills a space; the focus is always seen', async () => {
    const { page, faults } = await openPage(browser);
    const keyboard = new Keyboard(page);
    const dialog = page.getByRole('dialog');

    const [link = ''] = /\/setup#\S+/.exec(server.output()) ?? [];
    await page.goto(server.address + link);
    await keyboard.type('Name', 'Ada');
    await keyboard.type('Password', PASSWORD);
    await keyboard.press(page.getByRole('radio', { name: 'My photos' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('No images yet').waitFor();

    await keyboard.button('Upload');
    await keyboard.choose(dialog.locator('input[accept]'), [
      pictureNamed('lake.gif'),
      pictureNamed('pond.gif'),
    ]);
    await keyboard.type('Tags', 'summer');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'lake.gif' }).waitFor();
    await keyboard.press(page.getByLabel('Select pond.gif'), 'Space');
    await keyboard.press(page.getByRole('toolbar').getByRole('button', { name: 'Delete' }));
    await page.getByRole('link', { name: 'pond.gif' }).waitFor({ state: 'detached' });
    await keyboard.to(page.getByRole('searchbox'));
    await page.keyboard.type('lak');
    await page.waitForURL(/q=lak/);
    await keyboard.link('lake.gif');
    await keyboard.to(dialog.getByLabel('Tags', { exact: true }));
    await page.keyboard.type(', calm');
    await keyboard.button('Save tags');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Tags' }).getByText('calm').waitFor();

    await keyboard.link('Keys');
    await keyboard.button('Create a key');
    await keyboard.type('Name', 'Phone');
    await page.keyboard.press('Enter');
    const secret = await page.locator('.secret code').textContent();
    expect((await server.fetch('/api/quota', { key: secret })).status).toBe(200);
    await keyboard.button('I have saved it');

    await keyboard.link('Spaces');
    await keyboard.button('Create a space');
    await keyboard.type('Title', 'Places');
    await page.keyboard.press('Enter');
    await keyboard.button('Import');
    const file = { name: 'places.geojson', mimeType: 'application/geo+json' };
    const buffer = Buffer.from(JSON.stringify(collection(100)));
    await keyboard.choose(dialog.locator('input[type=file]'), [{ ...file, buffer }]);
    await keyboard.button('Import 101 features');
    await keyboard.button('Done');
    await keyboard.button('place-0');
    await page.getByRole('complementary').getByText('Place 0').waitFor();
    await keyboard.to(page.locator('canvas'));
    const near = widthOf(await dotsAtRest(page));
    await page.keyboard.press('Minus');
    await dotsThat(page, (dots) => widthOf(dots) < near * 0.9);
    const far = await dotsAtRest(page);
    await page.keyboard.press('ArrowRight');
    await dotsThat(page, ({ left }) => left < far.left - 60);
    await page.keyboard.press('Equal');
    await dotsThat(page, (dots) => widthOf(dots) > widthOf(far) * 1.2);

    await keyboard.to(page.getByLabel('Property', { exact: true }));
    await page.keyboard.type('name');
    await keyboard.to(page.getByLabel('Comparison'));
    await page.keyboard.type('is');
    await keyboard.type('Value', 'Place 7');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 100 features').waitFor();
    await keyboard.button('place-7');
    const panel = page.getByRole('complementary', { name: 'Feature' });
    await keyboard.press(panel.getByRole('button', { name: 'Edit', exact: true }));
    await keyboard.to(page.getByLabel('Value of name'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Place seven');
    await keyboard.button('Save');
    await panel.getByText('Place seven').waitFor();

    await keyboard.link('Account');
    await keyboard.button('Sign out');
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });
});

function widthOf({ left, right }: Dots): number {
  return right - left;
}
