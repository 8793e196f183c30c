import { broken } from '@cairn/testkit';
import sharp from 'sharp';
import { libvips, restrictLibvipsWhenLoaded } from './libvips.js';
import { SharpImageProcessor } from './sharp-image-processor.js';

// A program of its own, as it changes settings of its process. It prints what it finds as JSON.

/** libvips settings that another library in the same process may rely on. */
const settings = async (): Promise<unknown> => ({
  cache: sharp.cache().items.max,
  threads: sharp.concurrency(),
  svg: (await sharp(broken.svg.bytes).metadata()).format,
});
const outcome = async (bytes: Uint8Array): Promise<string> =>
  await sharp(bytes)
    .metadata()
    .then(
      ({ format }) => `read as ${format}`,
      (error: unknown) => String(error),
    );

const before = await settings();
new SharpImageProcessor();
const withProcessor = await settings();
restrictLibvipsWhenLoaded();
const beforeLoading = await settings();
libvips();
const restricted = {
  svg: await outcome(broken.svg.bytes),
  pdf: await outcome(broken.pdf.bytes),
  tiff: await outcome(broken.tiff.bytes),
  vips: await outcome(Buffer.from('b6a6f208'.padEnd(128, '0'), 'hex')),
  ppm: await outcome(Buffer.from('P3 1 1 255 0 0 0')),
};
console.log(JSON.stringify({ before, withProcessor, beforeLoading, restricted }));
