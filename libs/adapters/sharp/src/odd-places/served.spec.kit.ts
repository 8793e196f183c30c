import { edited, MetadataReader } from '@cairn/image-structure';
import { UndecodableImage, UnsupportedImageType } from '@cairn/images';
import { sourceOf } from '@cairn/testkit';
import sharp from 'sharp';
import { SharpImageProcessor } from '../sharp-image-processor.js';

/** What nobody may find in a file that is served. */
export const MARKER = Buffer.from('48.137N 11.575E Jane at home');

const processor = new SharpImageProcessor();

/** An uploaded file as it is served, or that it is refused. Comes in pieces of some size. */
export async function served(bytes: Buffer, size = 65_536): Promise<Buffer | 'refused'> {
  const source = sourceOf(bytes, size);
  try {
    const { orientation } = await processor.examine(source, () => undefined, 'jane');
    const reader = new MetadataReader();
    for await (const chunk of reader.readFrom(source.read())) void chunk;
    const metadata = await reader.complete(() => source.read());
    if (metadata === undefined) return 'refused';
    const parts: Uint8Array[] = [];
    for await (const part of edited(source.read(), metadata.editsFor(orientation))) parts.push(part);
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof UndecodableImage || error instanceof UnsupportedImageType) return 'refused';
    throw error;
  }
}

/** What decoders show: pixels of every frame in sRGB, sizes, turn, and times; `undefined` if they refuse. */
export async function shown(bytes: Buffer): Promise<string | undefined> {
  try {
    const image = sharp(bytes, { pages: -1, failOn: 'none' });
    const { width, height, pages, delay, loop, orientation } = await image.metadata();
    const { data } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(data))).toString('hex');
    return JSON.stringify({ width, height, pages, delay, loop, orientation, hash });
  } catch {
    return undefined;
  }
}
