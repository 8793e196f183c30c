import sharp, { type Sharp } from 'sharp';

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const photo = (channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width: 40, height: 24, channels, background: 'grey', noise } });
const frames = async (): Promise<Sharp> => {
  const each = await Promise.all(
    [0, 90, 200].map((hue) =>
      photo().modulate({ hue, saturation: 2 }).tint(`hsl(${hue}, 80%, 50%)`).png().toBuffer(),
    ),
  );
  return sharp(each, { join: { animated: true } });
};

/** Files of every type, and of the kinds that have places of their own. */
export interface Bases {
  readonly jpeg: Buffer;
  readonly jpegWithProfile: Buffer;
  readonly progressive: Buffer;
  /** One grey block of 8 × 8 pixels. */
  readonly block: Buffer;
  readonly png: Buffer;
  readonly greyPng: Buffer;
  readonly palettePng: Buffer;
  readonly interlacedPng: Buffer;
  readonly pngWithProfile: Buffer;
  readonly webp: Buffer;
  readonly lossless: Buffer;
  readonly transparent: Buffer;
  readonly webpWithProfile: Buffer;
  readonly animatedWebp: Buffer;
  readonly gif: Buffer;
  readonly animatedGif: Buffer;
  readonly avif: Buffer;
  readonly transparentAvif: Buffer;
  readonly avifWithProfile: Buffer;
}

export async function makeBases(): Promise<Bases> {
  const pixels = await photo().png().toBuffer();
  const image = (): Sharp => sharp(pixels);
  const profiled = (): Sharp => image().withIccProfile('p3');
  const translucent = await photo(4).png().toBuffer();
  const moving = await frames();
  const animation = await moving.webp({ loop: 3, delay: [100, 200, 300] }).toBuffer();
  return {
    jpeg: await image().jpeg().toBuffer(),
    jpegWithProfile: await profiled().jpeg().toBuffer(),
    progressive: await image().jpeg({ progressive: true }).toBuffer(),
    block: await image().resize(8, 8).toColourspace('b-w').jpeg().toBuffer(),
    png: await image().png().toBuffer(),
    greyPng: await image().toColourspace('b-w').png().toBuffer(),
    palettePng: await sharp(translucent).png({ palette: true, colours: 16 }).toBuffer(),
    interlacedPng: await image().png({ progressive: true }).toBuffer(),
    pngWithProfile: await profiled().png().toBuffer(),
    webp: await image().webp().toBuffer(),
    lossless: await image().webp({ lossless: true }).toBuffer(),
    transparent: await sharp(translucent).webp().toBuffer(),
    webpWithProfile: await profiled().webp().toBuffer(),
    animatedWebp: animation,
    gif: await image().gif().toBuffer(),
    animatedGif: await sharp(animation, { animated: true })
      .gif({ loop: 3, delay: [100, 200, 300] })
      .toBuffer(),
    avif: await image().avif({ effort: 0 }).toBuffer(),
    transparentAvif: await sharp(translucent).avif({ effort: 0 }).toBuffer(),
    avifWithProfile: await profiled().avif({ effort: 0 }).toBuffer(),
  };
}
