import sharp, { type Sharp } from 'sharp';
import { serve } from './serve.js';

/** As Cairn encodes. */
const encoders: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 80 }),
  webp: (image) => image.webp({ quality: 75, effort: 2 }),
  avif: (image) => image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
};

const [, , file = '', format = 'jpeg', atOnce = '2'] = process.argv;
const encode = encoders[format] ?? ((image: Sharp): Sharp => image);
const waiting: (() => void)[] = [];
let free = Number(atOnce);
sharp.cache(false);
sharp.concurrency(1);

serve(async (request, response) => {
  const side = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('w'));
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  const image = sharp(file).autoOrient().resize(side, side, { fit: 'inside' });
  const bytes = await encode(image).toBuffer();
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
  response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
});
