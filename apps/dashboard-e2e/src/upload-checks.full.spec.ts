import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { imagesShown } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { drop, pictureNamed, type ChosenFile } from './support/uploading.js';

jest.setTimeout(180_000); // the browser has other work

const SOON = { timeout: 30_000 };
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

const named = (name: string, buffer = Buffer.from('x')): ChosenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});

/** Takes seconds, as every suite with a browser. */
describe('before anything is sent', () => {
  let dashboard: Dashboard;
  let page: Page;
  const sent: string[] = [];
  const lake = pictureNamed('lake.gif');

  beforeAll(async () => {
    dashboard = await Dashboard.open({
      env: { CAIRN_IMAGE_TYPES: 'none', CAIRN_IMAGE_QUOTA: '3' },
      timeoutMs: 30_000,
    });
    ({ page } = dashboard);
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/upload')) sent.push(request.url());
    });
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const status = (text: string | RegExp) => page.getByRole('banner').getByRole('region').getByText(text);
  const upload = () => dialog().getByRole('button', { name: 'Upload' });

  async function choose(files: readonly ChosenFile[]): Promise<void> {
    await dashboard.visit('/images');
    await imagesShown(page);
    await drop(page, files);
  }

  it('each file that the server would refuse is said in one line, with what to do, and only the others are sent', async () => {
    await choose([
      lake,
      ...[
        named('clip.MOV'),
        named('b.mp4'),
        named('.DS_Store'),
        named('notes.txt'),
        named('empty.gif', Buffer.alloc(0)),
      ],
      ...[named('IMG_1.HEIC', HEIC), named('large.gif', Buffer.alloc(25 * 1024 * 1024 + 1))],
    ]);
    const left = dialog().getByRole('region', { name: '7 files are left out:' });
    await left.waitFor(SOON);
    expect(await left.getByRole('listitem').allInnerTexts()).toEqual([
      'clip.MOV and 1 more: A video. Only pictures can be stored: keep it somewhere else.',
      '.DS_Store: A hidden file of the computer, not a picture. There is nothing to do.',
      'notes.txt: Not a picture. Keep it somewhere else.',
      'empty.gif: Empty. Copy it again from where it comes from.',
      'IMG_1.HEIC: HEIC, which this server does not take. Save it as JPEG; an iPhone takes JPEG with Settings → Camera → Formats → Most Compatible.',
      expect.stringMatching(/^large\.gif: More than 26\.2\sMB\. Save it smaller\.$/),
    ]);
    await dialog().getByText('JPEG, PNG, WebP, GIF, and AVIF. Up to 26.2').waitFor();
    await upload().click();
    await status('1 of 1 uploaded').waitFor(SOON);
    expect(sent).toHaveLength(1);
  });

  it('files without room stay here, and nothing can be sent where none fits', async () => {
    await choose(['b', 'c', 'd'].map((name) => pictureNamed(`${name}.gif`)));
    await dialog().getByText('d.gif: There is no room left.').waitFor(SOON);
    await upload().click();
    await status('2 of 2 uploaded').waitFor(SOON);
    expect(sent).toHaveLength(3);
    await choose([pictureNamed('e.gif')]);
    await dialog().getByText('e.gif: There is no room left.').waitFor(SOON);
    expect(await upload().isDisabled()).toBe(true);
  });

  it('files that are there already need no room, and are not sent', async () => {
    await choose([lake, pictureNamed('f.gif')]);
    await dialog().getByText('f.gif: There is no room left.').waitFor(SOON);
    await dialog().getByRole('region', { name: 'One file is left out:' }).waitFor(SOON);
    await upload().click();
    await status('1 of 1 uploaded').waitFor(SOON);
    expect(sent).toHaveLength(3);
  });

  it('what the server refuses by its bytes says why outside of the list, and is not offered to be tried again', async () => {
    const { images } = await dashboard.server.json<{ images: { id: string }[] }>('GET', '/api/images');
    await dashboard.server.fetch(`/api/images/${images[0]?.id}`, { method: 'DELETE' });
    await choose([named('broken.gif', Buffer.from('GIF89a, it says'))]);
    await upload().click();
    const work = page.getByRole('banner').getByRole('region');
    await work.getByText(/1 failed/).waitFor(SOON);
    await work.getByText('cannot be decoded').waitFor(SOON);
    expect(await work.getByRole('button', { name: /again/ }).count()).toBe(0);
    await work.getByRole('button', { name: 'Details' }).click();
    await dialog().getByRole('listitem').getByText('cannot be decoded').waitFor(SOON);
    expect(await dialog().getByRole('button', { name: /again/ }).count()).toBe(0);
  });

  it('is said in German, too', async () => {
    await page.evaluate(`localStorage.setItem('cairn-language', 'de')`);
    await dashboard.visit('/images');
    await page.getByRole('heading', { level: 1, name: 'Bilder' }).waitFor(SOON);
    await drop(page, [named('clip.mov')]);
    await dialog().getByText('clip.mov: Ein Video. Gespeichert werden nur Bilder').waitFor(SOON);
    await page.evaluate(`localStorage.removeItem('cairn-language')`);
  });
});
