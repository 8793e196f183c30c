import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityFaults } from './browser.js';

/** Near Lisbon: 38° 42' N, 9° 12' W. */
const position = [-9.2, 38.7];
const gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '38/1 42/1 0/1',
  GPSLongitudeRef: 'W',
  GPSLongitude: '9/1 12/1 0/1',
};

/** Uploads photos that have a position, puts their folder in a new space, sees them on the map, and takes them out. */
export async function photosComeAndGo(page: Page): Promise<void> {
  await upload(page, 'coast.jpg');
  await page.getByRole('navigation', { name: 'Folders' }).getByText('trip').click();
  const toggle = page.getByRole('switch', { name: 'Show these photos on a map' });
  await toggle.click();
  await page.getByRole('dialog').getByLabel('Title').fill('Trips');
  await page.getByRole('button', { name: 'Show them there' }).click();
  await page.getByText('Up to date').waitFor();
  expect(await toggle.isChecked()).toBe(true);
  await upload(page, 'cape.jpg');

  const tile = page.waitForResponse(
    (response) => /\/tiles\/.*\.mvt/.test(response.url()) && response.status() === 200,
  );
  await page.getByRole('link', { name: 'Photo map' }).click();
  await page
    .getByRole('list', { name: 'Photos on the map' })
    .getByRole('img', { name: 'cape.jpg' })
    .waitFor();
  await tile;
  await page.getByRole('button', { name: 'coast.jpg' }).click();
  const panel = page.getByRole('complementary', { name: 'Photo' });
  await panel.getByRole('img', { name: 'coast.jpg' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await positions(page)).toEqual([position, position]);

  await panel.getByRole('link', { name: 'Open the image' }).click();
  await page.getByRole('dialog', { name: 'coast.jpg' }).getByText('38.70000° / -9.20000°').waitFor();
  await page.goBack();
  await deleteImage(page, 'coast.jpg');
  await page.getByRole('button', { name: 'coast.jpg' }).waitFor({ state: 'detached' });

  await page.getByRole('switch', { name: 'Show the photos of “trip” on a map' }).click();
  await page.getByText('The images stay.').waitFor();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await page.getByText('No photos on the map yet').waitFor();
}

async function upload(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload' }).first().click();
  // The page recognises files that are there: each name has a colour of its own.
  const background = { r: 20 * name.length, g: 127, b: 184 };
  const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background } });
  const buffer = await drawn.withExif({ IFD3: gps }).jpeg().toBuffer();
  await page.setInputFiles('input[accept]', { name, mimeType: 'image/jpeg', buffer });
  await page.getByLabel('Folder', { exact: true }).fill('trip');
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('link', { name }).waitFor();
}

/** As another program would. */
async function deleteImage(page: Page, name: string): Promise<void> {
  const status = await page.evaluate(async (wanted) => {
    const listed = await fetch(`/api/images?q=${wanted}`);
    const { images } = (await listed.json()) as { readonly images: readonly { readonly id: string }[] };
    return (await fetch(`/api/images/${images[0]?.id ?? ''}`, { method: 'DELETE' })).status;
  }, name);
  expect(status).toBe(200);
}

/** Where the features of the space are that photos are put into. */
async function positions(page: Page): Promise<readonly unknown[]> {
  const text = await page.evaluate(async () => {
    const links = (await (await fetch('/api/photo-spaces')).json()) as readonly {
      readonly spaceId: string;
    }[];
    return await (await fetch(`/hub/spaces/${links[0]?.spaceId ?? ''}/search`)).text();
  });
  const { features } = JSON.parse(text) as {
    readonly features: readonly { readonly geometry: { readonly coordinates: unknown } }[];
  };
  return features.map(({ geometry }) => geometry.coordinates);
}
