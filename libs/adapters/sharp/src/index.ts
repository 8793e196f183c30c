import { UndecodableImage, UnsupportedImageType, type ImageFormat, type ImageProcessor, type ImageSource, type ImageType } from '@cairn/images';
import sharp from 'sharp';
const types: Record<string, ImageType> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif', heif: 'image/avif' };
export class SharpImageProcessor implements ImageProcessor {
  async identify(source: ImageSource): Promise<ImageFormat> {
    try {
      const m = await sharp(source.file ?? (await collect(source)), { pages: -1 }).metadata();
      const contentType = types[m.format ?? ''];
      if (!contentType) throw new UnsupportedImageType();
      return { contentType, width: m.width, height: m.pageHeight ?? m.height, frames: m.pages ?? 1, orientation: m.orientation ?? 1 };
    } catch (e) { throw new UnsupportedImageType({ cause: e }); }
  }
  async verify(): Promise<void> { void UndecodableImage; }
}
async function collect(s: ImageSource): Promise<Buffer> { const a: Uint8Array[] = []; for await (const c of s.read()) a.push(c); return Buffer.concat(a); }
