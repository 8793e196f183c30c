import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { openNetwork } from './support/network.js';
import { drop, pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = 30_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A photo whose upper half is red once it is turned upright: the stored pixels lie on their side. */
async function lyingWebp(): Promise<Buffer> {
  const half = { width: 300, height: 400, channels: 3 } as const;
  const right = await sharp({ create: { ...half, background: '#00f' } })
    .png()
    .toBuffer();
  return await sharp({ create: { ...half, width: 600, background: '#f00' } })
    .composite([{ input: right, left: 300, top: 0 }])
    .withExif({ IFD0: { Make: 'Cairn' } })
    .withMetadata({ orientation: 6 })
    .webp({ lossless: true })
    .toBuffer();
}

/** Whether it is red above and blue below. */
async function standsUpright(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (part: number): readonly (number | undefined)[] => {
    const index = (Math.floor(info.height * part) * info.width + Math.floor(info.width / 2)) * info.channels;
    return [data[index], data[index + 2]];
  };
  const [[redAbove = 0, blueAbove = 0], [redBelow = 0, blueBelow = 0]] = [at(0.2), at(0.8)];
  return info.height > info.width && redAbove > blueAbove && blueBelow > redBelow;
}

/** Styles that were not loaded. */
const unstyled = async (shown: Page): Promise<readonly string[]> =>
  await shown.evaluate<readonly string[]>(
    `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).map(({ href }) => href)`,
  );

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('a library of photos', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON, hasOwner: false });
    ({ page } = dashboard);
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');

  it('is asked for at the first run, and keeps new images private', async () => {
    await page.goto(/http\S+\/setup#\w+/.exec(dashboard.server.output())?.[0] ?? '');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill('four quiet words here');
    const photos = page.getByRole('radio', { name: 'My photos' });
    expect(await photos.isChecked()).toBe(true);
    await page.getByText('only you can see new images').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the owner' }).click();
    await page.getByText('New images here:').waitFor();
    await page.getByRole('button', { name: 'New images here: Private' }).waitFor();
  });

  it('says the ways in while it is empty', async () => {
    await page.getByRole('heading', { name: 'From this computer' }).waitFor();
    await page.getByText('npm run cairn -- import ./photos --url', { exact: false }).waitFor();
    await page.getByText('Other devices cannot reach this server at 127.0.0.1').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  it('says what new images will be, what each is, and what was cut out of it', async () => {
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3f7fb8' } })
      .withExif({
        IFD0: { Make: 'Cairn' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '38/1 42/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '9/1 12/1 0/1',
        },
      }) // prettier-ignore
      .jpeg()
      .toBuffer();
    await drop(page, [{ name: 'coast.jpg', mimeType: 'image/jpeg', buffer: photo }]);
    await dialog().getByText('Same as the folder: Private').waitFor({ state: 'attached' });
    await dialog().getByText('Only people and keys of this account can see it').waitFor();
    await dialog().getByRole('button', { name: 'Upload' }).click();
    const tile = page.getByRole('link', { name: /^coast-\w{22}\.jpg Private$/ });
    await tile.waitFor();
    await tile.click();
    await dialog()
      .getByText(/Kept in the file for you alone; others get it without:.*location/)
      .waitFor();
    const downloading = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download the whole file' }).click();
    expect(Buffer.compare(await readFile(await (await downloading).path()), photo)).toBe(0);
    await dialog().getByLabel('Visibility').selectOption('Public');
    await dialog().locator('header').getByText('Public').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^coast-\w{22}\.jpg Public$/ }).waitFor();
  });

  it('has no picture that lies on its side', async () => {
    const id = await dashboard.upload('tower.webp', { bytes: await lyingWebp() });
    await dashboard.send('PATCH', `/api/images/${id}`, { visibility: 'public' });
    const read = await dashboard.server.fetch(`/api/images/${id}?include=srcset`);
    const { srcset, url } = (await read.json()) as { srcset: { original: string }; url: string };
    expect(await standsUpright(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(false);
    for (const address of srcset.original.split(', ').map((each) => each.split(' ')[0] ?? ''))
      expect(await standsUpright(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(true);

    await page.route(/[?&]w=/, async (route) => await route.abort());
    await dashboard.visit(`/images/${id}`);
    const picture = dialog().locator('.stage img.loaded');
    await picture.waitFor();
    await dialog().getByText('400 × 600').waitFor();
    const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(await standsUpright(await page.screenshot({ clip: { x, y, width, height } }))).toBe(true);
    await page.unroute(/[?&]w=/);
    for (const language of ['Markdown', 'BBCode']) {
      await dialog().getByRole('tab', { name: language }).click();
      const text = (await dialog().getByRole('tabpanel').innerText()).trim();
      const [address = ''] = /http[^\s)[\]]+/.exec(text) ?? [];
      expect(await standsUpright(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(true);
    }
  });

  it('on a phone has a way that keeps places, and says of how many there are none', async () => {
    const storageState = await page.context().storageState();
    const { page: small, faults } = await openPage(dashboard.browser, { ...PHONE, storageState });
    small.setDefaultTimeout(SOON);
    await small.goto(`${dashboard.server.address}/images`);
    await small.getByRole('button', { name: 'Upload' }).first().click();
    const sheet = small.getByRole('dialog');
    await sheet.getByText('Choose Files to keep it.').waitFor();
    expect(await sheet.getByLabel('Photos').getAttribute('accept')).toBe('image/*');
    expect(await sheet.getByLabel('Files, with place').getAttribute('accept')).toBeNull();
    await sheet.getByLabel('Photos').setInputFiles([pictureNamed('a.gif'), pictureNamed('b.gif')]);
    expect(await faultsInBothThemes(small)).toEqual([]);
    await sheet.getByRole('button', { name: 'Upload' }).click();
    await small.getByRole('link', { name: '2 photos without a place' }).click();
    await small.waitForURL(/without=place/);
    await small.getByRole('link', { name: /^a-/ }).waitFor();
    expect(await small.getByRole('link', { name: /^coast/ }).count()).toBe(0);
    const listed = await dashboard.server.fetch('/api/images?q=a-&include=taken&limit=1');
    const { images } = (await listed.json()) as { images: readonly { taken?: { from: string } }[] };
    expect(images[0]?.taken?.from).toBe('file');
    expect(await faultsInBothThemes(small)).toEqual([]);
    expect(faults()).toEqual([]);
    await small.context().close();
  });

  it('says when the server is away, and comes back by itself', async () => {
    const network = await openNetwork(dashboard.server.address);
    const { page: far } = await openPage(dashboard.browser);
    far.setDefaultTimeout(SOON);
    await far.goto(`${network.address}/sign-in`);
    await far.getByLabel('Name').fill('Ada');
    await far.getByLabel('Password').fill('four quiet words here');
    await far.keyboard.press('Enter');
    await far.getByRole('heading', { level: 1, name: 'Images' }).waitFor();
    for (const open of [
      async () => await far.getByRole('button', { name: 'Filter', exact: true }).click(),
      async () => await drop(far, [pictureNamed('kept.gif')]),
    ]) {
      network.cut();
      await open();
      const message = far.getByRole('status').getByText('What you opened appears by itself');
      await message.waitFor();
      network.mend();
      await far.getByRole('dialog').waitFor({ timeout: 60_000 });
      await message.waitFor({ state: 'detached' });
      expect(await unstyled(far)).toEqual([]);
      if (open.toString().includes('drop')) await far.getByRole('dialog').getByText('One file').waitFor();
      await far.keyboard.press('Escape');
      await far.getByRole('dialog').waitFor({ state: 'detached' });
    }
    network.cut();
    await far.getByRole('link', { name: 'Albums' }).first().click();
    await far.getByText('The server cannot be reached').first().waitFor();
    await far.getByText('This view appears by itself').waitFor();
    network.mend();
    await far.getByRole('heading', { level: 1, name: 'Albums' }).waitFor({ timeout: 60_000 });
    await far.context().close();
    await network.close();
  });
});
