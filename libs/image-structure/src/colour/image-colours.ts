import { heifPicture } from './heif-picture.js';
import { bigEndian, textOf } from '../bytes.js';
import { cicpColours, SRGB, unlessSrgb, type ColourSpace, type Primaries } from './colour-space.js';

/** Chunks before the pixels of a PNG. There are some twenty kinds. */
const MAX_CHUNKS = 1_000;

/**
 * The colours of an AVIF, HEIC or PNG where the file says so other than by an ICC profile, which decoders know by themselves.
 * `undefined` for sRGB and for everything else.
 */
export function imageColours(bytes: Uint8Array, type: string): ColourSpace | undefined {
  if (type === 'image/png') return pngColours(bytes);
  if (type === 'image/avif' || type === 'image/heic') return heifColours(bytes);
  return undefined;
}

function heifColours(bytes: Uint8Array): ColourSpace | undefined {
  const { nclx, hasProfile = true } = heifPicture(bytes) ?? {};
  if (nclx === undefined || hasProfile || nclx.length < 4) return undefined;
  return cicpColours(bigEndian(nclx, 0, 2), bigEndian(nclx, 2, 2));
}

/** In the order of the PNG specification (third edition, 4.3): cICP, iCCP, sRGB, then gAMA and cHRM. */
function pngColours(bytes: Uint8Array): ColourSpace | undefined {
  const chunks = chunksBeforePixels(bytes);
  const cicp = chunks.get('cICP');
  if (cicp?.length === 4) {
    const [primaries = 0, transfer = 0, matrix = 0, range = 0] = cicp;
    // A PNG has red, green and blue (matrix 0); a narrow range is of television, and no decoder here expands it.
    if (matrix === 0 && range === 1) return cicpColours(primaries, transfer);
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return undefined;
  const [gama, chrm] = [chunks.get('gAMA'), chunks.get('cHRM')];
  const gamma = gama?.length === 4 ? bigEndian(gama, 0, 4) / 100_000 : 0;
  const primaries = chrm === undefined ? undefined : primariesOf(chrm);
  if (gamma === 0 && primaries === undefined) return undefined;
  return unlessSrgb({
    primaries: primaries ?? SRGB.primaries,
    transfer: gamma === 0 ? SRGB.transfer : { power: 1 / gamma },
  });
}

function chunksBeforePixels(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  let at = 8;
  for (let count = 0; count < MAX_CHUNKS && at + 12 <= bytes.length; count += 1) {
    const length = bigEndian(bytes, at, 4);
    const type = textOf(bytes.subarray(at + 4, at + 8));
    if (type === 'IDAT') break;
    if (!chunks.has(type)) chunks.set(type, bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

/** `undefined` for points that no triangle of colours has. */
export function primariesOf(chrm: Uint8Array): Primaries | undefined {
  if (chrm.length !== 32) return undefined;
  const point = (index: number): readonly [number, number] => [
    bigEndian(chrm, index * 8, 4) / 100_000,
    bigEndian(chrm, index * 8 + 4, 4) / 100_000,
  ];
  const [white, red, green, blue] = [point(0), point(1), point(2), point(3)];
  const isPossible = [white, red, green, blue].every(([x, y]) => y > 0.001 && x + y <= 1.001);
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  return isPossible && Math.abs(area) > 0.001 ? { white, red, green, blue } : undefined;
}
