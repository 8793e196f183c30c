import { describe, expect, it } from '@jest/globals';
import type { ImageFormat } from '@cairn/images/spi';
import { fixtures, sourceOf } from '@cairn/testkit';
import { SharpImageProcessor } from './sharp-image-processor.js';

const IHDR_END = 33;

/** The PNG with the chunks of an animated PNG announcing `frames` frames. Checksums are left empty. */
function animated(frames: number): Uint8Array {
  const png = Buffer.from(fixtures.png.bytes);
  const control = Buffer.alloc(12 + 26);
  control.writeUInt32BE(26);
  control.write('fcTL', 4);
  const controls = Array.from({ length: frames }, () => control);
  return Buffer.concat([png.subarray(0, IHDR_END), ...controls, png.subarray(IHDR_END)]);
}

describe('an animated PNG', () => {
  it('counts all its frames, though libvips reports one', async () => {
    const formats: ImageFormat[] = [];
    const refused = new Error('enough is known');
    const examination = new SharpImageProcessor().examine(
      sourceOf(animated(60)),
      (format) => {
        formats.push(format);
        throw refused;
      },
      'a',
    );
    await expect(examination).rejects.toBe(refused);
    expect(formats).toEqual([{ ...fixtures.png.format, frames: 60 }]);
  });
});
