import { deflateSync } from 'node:zlib';
import { bytesOf, joined } from '../bytes.js';
import { Crc32 } from '../compression/checksums.js';

/** Small files with one piece of metadata or none. They have no pixels. */

export const text = (characters: string): Uint8Array => bytesOf(characters);

const big = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const little = (value: number, length: number): number[] => big(value, length).reverse();

const entry = ([tag, type, count]: readonly [number, number, number], value: readonly number[]): number[] => [
  ...little(tag, 2),
  ...little(type, 2),
  ...little(count, 4),
  ...value,
];

/** EXIF of a photo by Me with an Acme, in Sydney on New Year. */
export const exif = joined(
  [...bytesOf('II*\0'), ...little(8, 4), ...little(4, 2)],
  entry([0x010f, 2, 4], [...bytesOf('Me\0\0')]),
  entry([0x013b, 2, 3], [...bytesOf('Me\0\0')]),
  entry([0x8769, 4, 1], little(62, 4)),
  entry([0x8825, 4, 1], little(80, 4)),
  little(0, 4),
  [...little(1, 2), ...entry([0x9003, 2, 20], little(134, 4)), ...little(0, 4)],
  [...little(4, 2), ...entry([1, 2, 2], [...bytesOf('S\0\0\0')]), ...entry([2, 5, 1], little(154, 4))],
  [...entry([3, 2, 2], [...bytesOf('E\0\0\0')]), ...entry([4, 5, 1], little(162, 4)), ...little(0, 4)],
  bytesOf('2024:01:01 00:00:00\0'),
  [...little(337, 4), ...little(10, 4), ...little(1512, 4), ...little(10, 4)],
);

export const facts = {
  capturedAt: '2024-01-01T00:00:00',
  camera: { make: 'Me' },
  position: { longitude: 151.2, latitude: -33.7 },
};

export function jpeg(payload?: Uint8Array, name = '', marker = 0xe1): Uint8Array {
  const named = name === '' ? '' : name === 'Exif' ? 'Exif\0\0' : `${name}\0`;
  const data = payload && joined(bytesOf(named), payload);
  const extra = data ? [0xff, marker, ...big(data.length + 2, 2), ...data] : [];
  // Between scans, FF 00 and restart markers are not segments.
  const scan = [0xff, 0xda, 0, 4, 1, 2, 9, 0xff, 0, 0xff, 0xd0, 7];
  return joined([0xff, 0xd8, 0xff, 0xdb, 0, 67], new Uint8Array(65), scan, extra, scan, [0xff, 0xd9]);
}

export function png(type = '', payload: Uint8Array = new Uint8Array()): Uint8Array {
  const chunk = (name: string, data: Uint8Array): number[] => {
    const checked = joined(bytesOf(name), data);
    return [...big(data.length, 4), ...checked, ...big(new Crc32().add(checked).value, 4)];
  };
  const extra = type === '' ? [] : chunk(type, payload);
  const header = chunk('IHDR', joined(big(2, 4), big(2, 4), [8, 2, 0, 0, 0]));
  const pixels = chunk('IDAT', deflateSync(new Uint8Array(14)));
  return joined(bytesOf('\x89PNG\r\n\x1a\n'), header, extra, pixels, chunk('IEND', new Uint8Array()));
}

export function webp(flags: number, type = '', payload: Uint8Array = new Uint8Array()): Uint8Array {
  const chunk = (name: string, data: Uint8Array): number[] => {
    return [...bytesOf(name), ...little(data.length, 4), ...data, ...(data.length % 2 === 1 ? [0] : [])];
  };
  const head = chunk('VP8X', joined([flags], new Uint8Array(9)));
  const pixels = chunk('VP8 ', text('the pixels of it'.repeat(4)));
  const body = joined(head, pixels, type === '' ? [] : chunk(type, payload));
  return joined(bytesOf('RIFF'), little(body.length + 4, 4), bytesOf('WEBP'), body);
}

export function avif(
  item: Uint8Array,
  type = 'Exif',
  form: 'header first' | 'header last' | 'claims the file' = 'header first',
): Uint8Array {
  const box = (name: string, ...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => {
    const data = joined(...parts);
    return joined(big(data.length + 8, 4), bytesOf(name), data);
  };
  const pixels = text('pixels');
  const brand = box('ftyp', bytesOf('avif\0\0\0\0mif1'));
  const infe = (id: number, kind: string): Uint8Array =>
    box(
      'infe',
      [2, 0, 0, 0],
      big(id, 2),
      [0, 0],
      bytesOf(`${kind}\0${kind === 'mime' ? 'application/rdf+xml\0' : ''}`),
    );
  const header = (dataStart: number): Uint8Array => {
    const [start, length] = form === 'claims the file' ? [0, 0] : [dataStart + pixels.length, item.length];
    const place = (id: number, at: number, size: number): number[] => [
      ...big(id, 2),
      0,
      0,
      0,
      1,
      ...big(at, 4),
      ...big(size, 4),
    ];
    const locations = [
      [0, 0, 0, 0, 0x44, 0, 0, 2],
      place(1, dataStart, pixels.length),
      place(2, start, length),
    ];
    const information = box('iinf', [0, 0, 0, 0, 0, 2], infe(1, 'av01'), infe(2, type));
    return box('meta', [0, 0, 0, 0], box('hdlr', new Uint8Array(24)), box('iloc', ...locations), information);
  };
  const data = box('mdat', pixels, item);
  if (form === 'header last') return joined(brand, data, header(brand.length + 8));
  if (form === 'claims the file')
    return joined(brand, header(brand.length + header(0).length + 8), box('mdat', pixels));
  return joined(brand, header(brand.length + header(0).length + 8), data);
}

export function gif(label?: number, ...blocks: readonly string[]): Uint8Array {
  const extra = blocks.flatMap((block) => [block.length, ...bytesOf(block)]);
  const extension = label === undefined ? [] : [0x21, label, ...extra, 0];
  const screen = [...bytesOf('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  return joined(screen, extension, frame, frame, frame, frame, [0x3b]);
}

/** An ICC profile with a copyright, and what is behind its tags. */
export function profile(stray = ''): Uint8Array {
  const [start, copyright] = [128 + 4 + 12, bytesOf('text\0\0\0\0public domain\0\0\0')];
  const size = start + copyright.length + stray.length;
  const header = joined(big(size, 4), new Uint8Array(32), bytesOf('acsp'), new Uint8Array(88));
  const tags = joined(big(1, 4), bytesOf('cprt'), big(start, 4), big(copyright.length, 4));
  return joined(header, tags, copyright, bytesOf(stray));
}
