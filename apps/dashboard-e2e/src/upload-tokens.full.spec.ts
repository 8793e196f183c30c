import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { openPage } from './support/browser.js';
import { faultsInEveryLook } from './support/looks.js';
import { openUploadingSite, pagePrograms, uploadInPage } from './support/pages-that-upload.js';
import type { StaticHost } from './support/static-host.js';
import { pictureNamed } from './support/uploading.js';
import { runInShell, runPicGo, uploadAsShareX, uploadFromObsidian } from './support/upload-programs.js';

jest.setTimeout(240_000); // the browser has other work

/** No two are the same, so that each is stored. */
const picture = (name: string) => ({ name, bytes: pictureNamed(name).buffer });

describe('upload tokens', () => {
  let dashboard: Dashboard;
  let site: StaticHost;
  const snippets = new Map<string, string>();

  const isStored = async (address: string): Promise<boolean> => {
    const response = await fetch(address);
    await response.body?.cancel();
    return response.ok && address.startsWith(`${dashboard.server.address}/cdn/blog/`);
  };

  beforeAll(async () => {
    dashboard = await Dashboard.open();
  });
  afterAll(async () => {
    await site.close();
    await dashboard.close();
  });

  it('are made for a folder, and shown once with what to paste', async () => {
    const { page } = dashboard;
    await dashboard.visit('/keys');
    await page.getByText('No upload tokens yet.').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make an upload token' }).click();
    const dialog = page.getByRole('dialog');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog.getByLabel('Folder').fill('no//folder');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Folder').fill('blog');
    await dialog.getByLabel('Tags').fill('page, shot');
    await dialog.getByLabel('Largest file').fill('2.5');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Program').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    for (const name of await dialog.getByLabel('Program').getByRole('option').allTextContents()) {
      await dialog.getByLabel('Program').selectOption(name);
      snippets.set(name, (await dialog.locator('pre').textContent()) ?? '');
    }
    site = await openUploadingSite(snippets);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByText(/^0 of 1,000 files · up to 2.5 MB each · tags: page, shot · until /).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(await page.locator('body').textContent()).not.toContain('cairn_up_');
    expect(dashboard.faults()).toEqual([]);
  });

  it.each(pagePrograms)('upload from a page of another site with %s', async (program) => {
    const { page } = await openPage(dashboard.browser);
    const address = await uploadInPage(page, site, program, pictureNamed(`${program}.gif`));
    expect(await isStored(address)).toBe(true);
    await page.context().close();
  });

  const otherPrograms = 4;
  it('upload by curl, ShareX, PicGo and the way of Obsidian', async () => {
    const snippet = (name: string) => snippets.get(name) ?? '';
    const printed = await runInShell(`${snippet('curl')} -sS`, picture('photo.jpg'));
    expect(await isStored((JSON.parse(printed) as { readonly url: string }).url)).toBe(true);
    expect(await isStored(await uploadAsShareX(snippet('ShareX'), picture('screen.gif')))).toBe(true);
    const output = await runPicGo(snippet('PicGo'), picture('pasted.gif'));
    expect(await isStored(/^http\S+$/m.exec(output)?.[0] ?? output)).toBe(true);
    expect(await isStored(await uploadFromObsidian(snippet('Obsidian'), picture('note.gif')))).toBe(true);
  });

  it('count what was uploaded, and are refused once they are deleted', async () => {
    const { page } = dashboard;
    await dashboard.visit('/keys');
    const count = pagePrograms.length + otherPrograms;
    await page.getByText(new RegExp(`^${count} of 1,000 files`)).waitFor();
    const listed = await dashboard.send('GET', '/api/images?path=blog');
    const { images } = (await listed.json()) as { readonly images: readonly { readonly tags: string[] }[] };
    expect(images.map(({ tags }) => tags)).toEqual(Array.from({ length: count }, () => ['page', 'shot']));
    await page.getByRole('button', { name: 'Delete the upload token for “blog”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No upload tokens yet.').waitFor();
    const again = uploadAsShareX(snippets.get('ShareX') ?? '', picture('late.gif'));
    await expect(again).rejects.toThrow(/token/);
    expect(dashboard.faults()).toEqual([]);
  });
});
