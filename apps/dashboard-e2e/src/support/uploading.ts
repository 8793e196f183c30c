import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Network } from './network.js';

/** A file as a person has it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A picture of one pixel, whose colours no other one has: the page recognises files that are there. */
export const pictureNamed = (name: string): ChosenFile => ({
  name,
  mimeType: 'image/gif',
  buffer: Buffer.concat([
    Buffer.from('47494638396101000100800000', 'hex'),
    randomBytes(6),
    Buffer.from('2c00000000010001000002024401003b', 'hex'),
  ]),
});

const dropAll = `(files) => {
  const dataTransfer = new DataTransfer();
  for (const { name, type, text } of files) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name, { type }));
  }
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}`;

/** Drops the files on the view, as from a folder of the computer. */
export async function drop(page: Page, files: readonly ChosenFile[]): Promise<void> {
  const dropped = files.map(({ name, mimeType: type, buffer }) => ({
    name,
    type,
    text: buffer.toString('base64'),
  }));
  await page.evaluate(`(${dropAll})(${JSON.stringify(dropped)})`);
}

/** Uploads two files over a network that is cut on the way, and is there again when the page has said so. */
export async function uploadThroughCut(page: Page, network: Network): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 800, height: 800, channels: 3, background: '#777', noise } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  const rough = await sharp({ create }).png().toBuffer();
  const stopped = network.stopAfter(buffer.length / 2);
  const noisy = { name: 'noise.png', mimeType: 'image/png', buffer };
  await drop(page, [noisy, { ...noisy, name: 'rough.png', buffer: rough }]);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  await stopped;
  network.cut();
  await page.getByRole('region').getByText('The server cannot be reached.').waitFor();
  network.mend();
  await page.getByRole('link', { name: 'noise.png' }).waitFor();
  await page.getByRole('link', { name: 'rough.png' }).waitFor();
  const pixels = await sharp(buffer).raw().toBuffer();
  expect(pixels.equals(await storedPixels(page, 'noise.png'))).toBe(true);
}

async function storedPixels(page: Page, name: string): Promise<Buffer> {
  const listed = await page.context().request.get(`${new URL(page.url()).origin}/api/images?q=${name}`);
  const { images } = (await listed.json()) as { readonly images: readonly { readonly url: string }[] };
  expect(images).toHaveLength(1);
  const file = await page.context().request.get(images[0]?.url ?? '');
  return await sharp(await file.body())
    .raw()
    .toBuffer();
}
