import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser, ServerProcess, until, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { accessibilityFaults, openPage, setUpOwner } from './support/browser.js';

jest.setTimeout(240_000); // the browser has other work

let server: ServerProcess | undefined;
let browser: Browser | undefined;

afterAll(async () => {
  await browser?.close();
  await server?.dispose();
});

/** Waits until the background has looked at the image, so that it fails at one thing alone. */
async function described(running: ServerProcess): Promise<void> {
  const isDescribed = async (): Promise<boolean> =>
    (await (await running.fetch('/api/images?include=placeholder')).text()).includes('"placeholder"');
  await until('the image is described', isDescribed);
}

/** Has the background fail to delete the file of a removed image. Gives the folder that is in the way. */
async function failAtFile(running: ServerProcess): Promise<string> {
  const body = uploadForm({ bytes: fixtures.jpeg.bytes });
  const uploaded = await running.fetch('/api/upload', { method: 'POST', body });
  const { id } = (await uploaded.json()) as { readonly id: string };
  const folder = join(running.dataDir, 'blobs', 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const [file] = entries.filter((entry) => entry.isFile());
  const path = join(file?.parentPath ?? '', file?.name ?? '');
  await described(running);
  await rm(path);
  await mkdir(join(path, 'in the way'), { recursive: true });
  await running.fetch(`/api/images/${id}`, { method: 'DELETE' });
  return path;
}

it('what the background fails at is shown with its reason, and tried again by a button', async () => {
  [server, browser] = await Promise.all([
    ServerProcess.start({ env: { CAIRN_TRASH_DAYS: '0' } }),
    openBrowser(),
  ]);
  const { page, faults } = await openPage(browser);
  await setUpOwner(page, server);
  const inTheWay = await failAtFile(server);
  await page.goto(`${server.address}/server`);
  const failed = page.getByText('tried once');
  const refresh = async (): Promise<void> => await page.getByRole('button', { name: 'Refresh' }).click();
  await until('it has failed', async () => (await failed.isVisible()) || (await refresh(), false));
  expect(await page.getByText('one item failed').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await rmdir(join(inTheWay, 'in the way'));
  await rmdir(inTheWay);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  await until('it is done', async () => !(await retry.isVisible()) || (await refresh(), false));
  expect(faults()).toEqual([]);
});
