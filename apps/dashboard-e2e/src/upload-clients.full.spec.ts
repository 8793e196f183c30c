import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { pictureNamed } from './support/uploading.js';
import { runInShell, runPicGo, uploadAsShareX } from './support/upload-programs.js';

jest.setTimeout(240_000); // the browser has other work

let count = 0;
/** No two are the same, so that each is stored. */
const picture = (name = 'photo.jpg') => ({ name, bytes: pictureNamed(`${name} ${(count += 1)}`).buffer });

describe('what a new key is shown with', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open();
    await dashboard.visit('/keys');
    const { page } = dashboard;
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByLabel('Program').waitFor();
  });
  afterAll(async () => await dashboard.close());

  /** Chooses a program. Resolves with the text that it is given. */
  async function snippetFor(program: string): Promise<string> {
    const { page } = dashboard;
    await page.getByLabel('Program').selectOption(program);
    return (await page.locator('dialog pre').textContent()) ?? '';
  }

  /** Whether an image is there. */
  async function isStored(address: string): Promise<boolean> {
    const response = await fetch(address);
    await response.body?.cancel();
    return response.ok && new URL(address).origin === dashboard.server.address;
  }

  it('fits phones and screens, and is chosen and copied by keyboard', async () => {
    const { page } = dashboard;
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByLabel('Program').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('dialog pre', { hasText: '@cairn/client' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Copied' }).waitFor();
    expect(dashboard.faults()).toEqual([]);
  });

  it('uploads by curl', async () => {
    const printed = await runInShell(`${await snippetFor('curl')} -sS`, picture());
    expect(await isStored((JSON.parse(printed) as { readonly url: string }).url)).toBe(true);
  });

  it('uploads by PicGo', async () => {
    const printed = await runPicGo(await snippetFor('PicGo'), picture('shot.gif'));
    const address = /^http\S+$/m.exec(printed)?.[0] ?? printed;
    expect(await isStored(address)).toBe(true);
  });

  it('is saved as a file that ShareX opens', async () => {
    const { page } = dashboard;
    const text = await snippetFor('ShareX');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save cairn.sxcu' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('cairn.sxcu');
    const sxcu = await readFile(await download.path(), 'utf8');
    expect(sxcu).toBe(text);

    expect(await isStored(await uploadAsShareX(sxcu, picture()))).toBe(true);
    await expect(uploadAsShareX(sxcu, { name: 'x.jpg', bytes: Buffer.from('no picture') })).rejects.toThrow(
      /./,
    );
  });
});
