import { crc32, deflateSync } from 'node:zlib';
import type { ColourSpace, Primaries, Transfer } from '@cairn/image-structure';

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** The offset after the signature and the header of a PNG. */
const PNG_HEADER_BYTES = 33;
const HEADER_BYTES = 128;
/** White of the profile connection space (ICC.1:2022, 7.2.16). */
const D50: Vector = [0.9642, 1, 0.8249];
/** Bradford: the responses of the cones to XYZ. */
const CONES: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
/** ITU-R BT.2408: what white is in HDR, and the peak that is assumed of it, in cd/m². */
const [HDR_WHITE, HDR_PEAK] = [203, 1_000];
const CURVE_STEPS = 4_096;

/** An ICC.1 profile (version 4) for RGB values in this colour space. HDR becomes darker, so that its peak is white. */
export function colourProfile({ primaries, transfer }: ColourSpace): Buffer {
  const { columns, adaptation } = toD50(primaries);
  const curve = curveOf(transfer);
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', localized('Colours of the image')],
    ['cprt', localized('No copyright')],
    ['wtpt', xyz(D50)],
    ['chad', Buffer.concat([typed('sf32'), ...adaptation.flat().map(fixed)])],
    ...(['rXYZ', 'gXYZ', 'bXYZ'] as const).map((name, at) => [name, xyz(columns[at] ?? D50)] as const),
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((name) => [name, curve] as const),
  ];
  return assembled(tags);
}

function assembled(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = [...new Set(tags.map(([, part]) => part))];
  const starts = new Map<Buffer, number>();
  let at = HEADER_BYTES + 4 + 12 * tags.length;
  for (const part of parts) {
    starts.set(part, at);
    at += part.length;
  }
  const table = tags.map(([name, part]) =>
    Buffer.concat([Buffer.from(name), uint32(starts.get(part) ?? 0), uint32(part.length)]),
  );
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x04300000, 8);
  header.write('mntrRGB XYZ ', 12);
  header.write('acsp', 36);
  D50.forEach((value, index) => fixed(value).copy(header, 68 + 4 * index));
  return Buffer.concat([header, uint32(tags.length), ...table, ...parts]);
}

/**
 * The XYZ of the primaries at full intensity under the white of the profile, and the matrix that adapts from their own
 * white.
 */
function toD50({ red, green, blue, white }: Primaries): { columns: Matrix; adaptation: Matrix } {
  const [r, g, b, w] = [red, green, blue, white].map(([x, y]): Vector => [x / y, 1, (1 - x - y) / y]) as [
    Vector,
    Vector,
    Vector,
    Vector,
  ];
  const [s, t, u] = times(inverse(transposed([r, g, b])), w);
  const adaptation = adaptationFrom(w);
  const scaled = (column: Vector, by: number): Vector =>
    times(adaptation, [column[0] * by, column[1] * by, column[2] * by]);
  return { columns: [scaled(r, s), scaled(g, t), scaled(b, u)], adaptation };
}

function adaptationFrom(white: Vector): Matrix {
  const [from, to] = [times(CONES, white), times(CONES, D50)];
  const [first, second, third] = CONES;
  const scaled = (row: Vector, at: 0 | 1 | 2): Vector => {
    const by = to[at] / from[at];
    return [row[0] * by, row[1] * by, row[2] * by];
  };
  const rows = transposed([scaled(first, 0), scaled(second, 1), scaled(third, 2)]);
  const back = inverse(CONES);
  return transposed([times(back, rows[0]), times(back, rows[1]), times(back, rows[2])]);
}

function times([one, two, three]: Matrix, vector: Vector): Vector {
  const row = (of: Vector): number => of[0] * vector[0] + of[1] * vector[1] + of[2] * vector[2];
  return [row(one), row(two), row(three)];
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function inverse([a, b, c]: Matrix): Matrix {
  const cross = (one: Vector, two: Vector): Vector => [
    one[1] * two[2] - one[2] * two[1],
    one[2] * two[0] - one[0] * two[2],
    one[0] * two[1] - one[1] * two[0],
  ];
  const columns = [cross(b, c), cross(c, a), cross(a, b)] as const;
  const size = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2];
  const scaled = (column: Vector): Vector => [column[0] / size, column[1] / size, column[2] / size];
  return transposed([scaled(columns[0]), scaled(columns[1]), scaled(columns[2])]);
}

/** Maps values from 0 to 1 to light from 0 to 1. */
function curveOf(transfer: Transfer): Buffer {
  if (typeof transfer === 'object') return parametric(0, [transfer.power]);
  if (transfer === 'srgb') return parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]);
  const light = transfer === 'pq' ? pq : hlg;
  const table = Buffer.alloc(CURVE_STEPS * 2);
  for (let step = 0; step < CURVE_STEPS; step += 1) {
    const shown = inSdr(light(step / (CURVE_STEPS - 1)));
    table.writeUInt16BE(Math.round(shown * 0xffff), step * 2);
  }
  return Buffer.concat([typed('curv'), uint32(CURVE_STEPS), table]);
}

/** SMPTE ST 2084, in cd/m². */
function pq(value: number): number {
  const [c1, c2, c3] = [3424 / 4096, 2413 / 128, 2392 / 128];
  const power = value ** (32 / 2523);
  return 10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (16384 / 2610);
}

/** ITU-R BT.2100, on a display of 1,000 cd/m². */
function hlg(value: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12;
  return HDR_PEAK * scene ** 1.2;
}

/** Maps HDR as Chromium does on displays without HDR: the peak becomes white, and dark tones stay unchanged. */
function inSdr(light: number): number {
  const [relative, peak] = [light / HDR_WHITE, HDR_PEAK / HDR_WHITE];
  return Math.min(1, (relative * (1 + relative / peak ** 2)) / (1 + relative));
}

function parametric(kind: number, parameters: readonly number[]): Buffer {
  return Buffer.concat([typed('para'), Buffer.from([0, kind, 0, 0]), ...parameters.map(fixed)]);
}

function xyz(values: Vector): Buffer {
  return Buffer.concat([typed('XYZ '), ...values.map(fixed)]);
}

function localized(text: string): Buffer {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const head = [uint32(1), uint32(12), Buffer.from('enUS'), uint32(utf16.length), uint32(28), utf16];
  return padded(Buffer.concat([typed('mluc'), ...head]));
}

const typed = (type: string): Buffer => Buffer.concat([Buffer.from(type), Buffer.alloc(4)]);
const padded = (part: Buffer): Buffer => Buffer.concat([part, Buffer.alloc((4 - (part.length % 4)) % 4)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** s15Fixed16Number. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 0x10000));
  return bytes;
}

/** Adds a colour profile to a PNG that has none. */
export function withProfile(png: Buffer, icc: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(typed.length - 4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([
    png.subarray(0, PNG_HEADER_BYTES),
    length,
    typed,
    checksum,
    png.subarray(PNG_HEADER_BYTES),
  ]);
}
