import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { imagesShown } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { datedJpeg } from './support/dated-photos.js';
import { faultsInEveryLook } from './support/looks.js';
import { drop, type ChosenFile } from './support/uploading.js';

jest.setTimeout(300_000); // the browser has other work

const COUNT = 400;
const DAYS = ['2024-07-03', '2024-07-02', '2024-07-01'] as const;
const LONG = { timeout: 200_000 };

/** What somebody does with the photos of three days. Takes half a minute: 400 photos are uploaded. */
describe('a library of 400 photos', () => {
  let dashboard: Dashboard;
  let page: Page;
  let photos: readonly ChosenFile[];

  beforeAll(async () => {
    dashboard = await Dashboard.open({
      env: { CAIRN_RATE_UPLOADS: '0', CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' },
      timeoutMs: 30_000,
      purpose: 'My photos',
    });
    ({ page } = dashboard);
    photos = await Promise.all(
      Array.from({ length: COUNT }, async (_, index) => {
        const day = DAYS[index % DAYS.length] ?? DAYS[0];
        const name = `p${index}.jpg`;
        const buffer = await datedJpeg({ name, day, isPlaced: day === '2024-07-02' && index < 200 }, index);
        return { name, mimeType: 'image/jpeg', buffer };
      }),
    );
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog').last();
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const found = async (query: string): Promise<readonly { readonly id: string; readonly url: string }[]> => {
    const answer = await dashboard.server.fetch(`/api/images?limit=1000&${query}`);
    return (
      (await answer.json()) as { readonly images: readonly { readonly id: string; readonly url: string }[] }
    ).images;
  };

  /** Drops all photos, and resolves with the number of uploads that are sent. */
  async function dropAll(): Promise<number> {
    let sent = 0;
    await page.route('**/api/upload', (route) => {
      sent += 1;
      return route.continue();
    });
    await dashboard.visit('/images');
    await imagesShown(page);
    await drop(page, photos);
    await dialog().getByLabel('Folder', { exact: true }).fill('Alps');
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('banner').getByRole('region').getByText('400 of 400 uploaded').waitFor(LONG);
    await page.unroute('**/api/upload');
    return sent;
  }

  it('is dropped, and shown by day', async () => {
    expect(await dropAll()).toBe(COUNT);
    await page.getByRole('banner').getByRole('button', { name: 'Clear the list' }).click();
    await dashboard.visit('/images');
    await page.getByRole('heading', { name: /^Wednesday, July 3, 2024/ }).waitFor();
    const days = await dashboard.server.fetch('/api/images/days');
    expect(await days.json()).toMatchObject({ days: DAYS, counts: [134, 133, 133], undated: 0 });
  });

  it('is dropped again, and not one photo is sent', async () => {
    expect(await dropAll()).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Clear the list' }).click();
    expect(await found('')).toHaveLength(COUNT);
  });

  it('has a photo that is turned, and one that is cropped and is whole again', async () => {
    const [first, second] = await found('takenFrom=2024-07-03&takenTo=2024-07-03&sort=taken');
    const size = async (url = ''): Promise<string> => {
      const answer = await dashboard.server.fetch(new URL(url).pathname);
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer()))
        .autoOrient()
        .toBuffer({ resolveWithObject: true })
        .then(({ info }) => info);
      return `${width} × ${height}`;
    };
    const before = await size(first?.url);
    await dashboard.visit(`/images/${first?.id ?? ''}`);
    await button('Turn right').click();
    await page.getByText('This picture is edited.').waitFor();
    expect(await size(first?.url)).toBe(before.split(' × ').reverse().join(' × '));

    const whole = await size(second?.url);
    await dashboard.visit(`/images/${second?.id ?? ''}`);
    await button('Crop').click();
    await dialog().getByRole('button', { name: 'Bottom right corner' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await dialog().getByRole('button', { name: 'Crop', exact: true }).click();
    await page.getByText('This picture is edited.').waitFor();
    expect(await size(second?.url)).not.toBe(whole);
    await button('Undo edit').click();
    await page.getByText('This picture is edited.').waitFor({ state: 'detached' });
    expect(await size(second?.url)).toBe(whole);
  });

  it('gives an album of a range of days, and is found by place and day', async () => {
    await dashboard.visit('/images?takenFrom=2024-07-01&takenTo=2024-07-02');
    await page.getByRole('heading', { name: /^Tuesday, July 2, 2024/ }).waitFor();
    await page.getByRole('button', { name: 'Save as smart album' }).click();
    await dialog().getByLabel('Title').fill('First days');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'First days' }).waitFor();
    const [, album = ''] = /\/albums\/([^/?]+)/.exec(page.url()) ?? [];
    const inAlbum = await dashboard.server.fetch(`/api/albums/${album}/images?limit=1000`);
    expect(((await inAlbum.json()) as { readonly images: readonly unknown[] }).images).toHaveLength(266);

    const placed = 'bbox=-10,38,-9,39&takenFrom=2024-07-02&takenTo=2024-07-02';
    await dashboard.visit(`/images?${placed}`);
    await page.getByRole('heading', { name: /^Tuesday, July 2, 2024/ }).waitFor();
    expect(await found(placed)).toHaveLength(67);
    await dashboard.visit('/images?bbox=-10,38,-9,39&takenFrom=2024-07-03');
    await page.getByRole('heading', { name: 'No images found' }).waitFor();
    await dashboard.visit('/images');
    await page.getByRole('heading', { name: 'July 2024', exact: true }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(dashboard.faults()).toEqual([]);
  });
});
