import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { imageColours } from '@cairn/image-structure';
import type { OptionalImageType } from '@cairn/images';
import { allowTiff, libvips } from '../libvips.js';
import { colourProfile, withProfile } from './colour-profile.js';
import { decodeBmp } from './decode-bmp.js';
import type { RenderJob } from './render-messages.js';

/** Pixels of an upright image, four bytes each. */
export interface Decoded {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The members of a `libheif-js` image that are used. */
interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(into: Decoded, done: (image: Decoded | null) => void): void;
}

interface Libheif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] };
}

interface Libjxl {
  init(options: { readonly wasmBinary: Buffer }): Promise<unknown>;
  default(bytes: ArrayBuffer): Promise<Decoded>;
}

const require = createRequire(import.meta.url);
const decoders: Readonly<Record<OptionalImageType, (bytes: Buffer) => Promise<Decoded> | undefined>> = {
  'image/heic': decodeHeic,
  'image/jxl': decodeJxl,
  'image/tiff': () => {
    allowTiff();
    return undefined;
  },
  'image/bmp': async (bytes) => decodeBmp(bytes),
};

/** Packages that decode a type. They are large, and installed by those who want the type. */
const packages: Partial<Record<OptionalImageType, string>> = {
  'image/heic': 'libheif-js',
  'image/jxl': '@jsquash/jxl',
};

/** The types that are accepted unless somebody chooses: photos of phones, if the package that decodes them is installed. */
export function decodableByDefault(): readonly OptionalImageType[] {
  try {
    assertDecodersFor(['image/heic']);
    return ['image/heic'];
  } catch {
    return [];
  }
}

/** @throws {Error} if a package is missing that decodes one of the types. */
export function assertDecodersFor(types: readonly OptionalImageType[]): void {
  for (const type of types) {
    const name = packages[type];
    try {
      if (name !== undefined) require.resolve(name);
    } catch (cause) {
      throw new Error(`Images of the type ${type} need the package "${name}": npm install ${name}`, {
        cause,
      });
    }
  }
}

/** Converts the image to a form that libvips reads. Loads a decoder only for a type that needs it. */
export async function readable(bytes: Buffer, { original }: RenderJob): Promise<Buffer> {
  const { contentType, width, height } = original;
  const decode = Object.entries(decoders).find(([type]) => type === contentType)?.[1];
  const decoded = await decode?.(bytes);
  if (decoded === undefined) return bytes;
  if (decoded.width !== width || decoded.height !== height) throw new Error('Its header has another size.');
  const pixels = Buffer.from(decoded.data.buffer, decoded.data.byteOffset, decoded.data.byteLength);
  const png = await libvips()(pixels, {
    raw: { width, height, channels: 4 },
    limitInputPixels: width * height,
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const profile = contentType === 'image/heic' ? await profileOf(bytes) : undefined;
  return profile === undefined ? png : withProfile(png, profile);
}

/** The decoder returns pixel values without a profile. */
async function profileOf(heic: Buffer): Promise<Buffer | undefined> {
  const { icc } = await libvips()(heic, { failOn: 'error' }).metadata();
  const colours = imageColours(heic, 'image/heic');
  return icc ?? (colours && colourProfile(colours));
}

async function decodeHeic(bytes: Buffer): Promise<Decoded> {
  const libheif = require('libheif-js/wasm-bundle') as Libheif;
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('It has no image.');
  const [width, height] = [image.get_width(), image.get_height()];
  const into = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return await new Promise((resolve, reject) => {
    image.display(into, (shown) => (shown === null ? reject(new Error('It is damaged.')) : resolve(into)));
  });
}

async function decodeJxl(bytes: Buffer): Promise<Decoded> {
  // The decoder constructs its result with `ImageData`, which only browsers have.
  Object.assign(globalThis, { ImageData: Pixels });
  const decoder: Libjxl = await import('@jsquash/jxl/decode.js');
  const wasmBinary = await readFile(require.resolve('@jsquash/jxl/codec/dec/jxl_dec.wasm'));
  await decoder.init({ wasmBinary });
  return await decoder.default(Uint8Array.from(bytes).buffer);
}

class Pixels implements Decoded {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}
