import { textOf } from '../bytes.js';

const UNKNOWN = '\ufffd';

/**
 * Decodes text in any Unicode encoding: by the byte order mark, or else by the zero bytes among the first characters,
 * which are ASCII in JSON and XML.
 */
export function decodeText(bytes: Uint8Array): string {
  const [a = 1, b = 1, c = 1, d = 1] = bytes;
  const mark = (...wanted: readonly number[]): boolean =>
    wanted.every((byte, index) => bytes[index] === byte);
  if (mark(0xff, 0xfe, 0, 0) || (a !== 0 && b + c + d === 0)) return fromUtf32(bytes, 'little');
  if (mark(0, 0, 0xfe, 0xff) || (a + b + c === 0 && d !== 0)) return fromUtf32(bytes, 'big');
  if (mark(0xff, 0xfe) || (a !== 0 && b === 0)) return fromUtf16(bytes, 'little');
  if (mark(0xfe, 0xff) || (a === 0 && b !== 0)) return fromUtf16(bytes, 'big');
  return withoutMark(fromUtf8(bytes, () => UNKNOWN));
}

/** The first bytes of characters in UTF-8, by the number of bytes. */
const LEADS = [
  { from: 0xc2, to: 0xdf, length: 2 },
  { from: 0xe0, to: 0xef, length: 3 },
  { from: 0xf0, to: 0xf4, length: 4 },
];
const SMALLEST = [0, 0, 0x80, 0x800, 0x1_0000];

/** Decodes UTF-8. `other` says what a byte becomes that belongs to no character. */
export function fromUtf8(bytes: Uint8Array, other: (byte: number) => string): string {
  const parts: string[] = [];
  let plain = 0;
  let at = bytes.findIndex((byte) => byte > 0x7f);
  if (at === -1) return textOf(bytes);
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    parts.push(textOf(bytes.subarray(plain, at)));
    const { code, length } = characterAt(bytes, at);
    parts.push(code === undefined ? other(byte) : String.fromCodePoint(code));
    at += length;
    plain = at;
  }
  parts.push(textOf(bytes.subarray(plain)));
  return parts.join('');
}

/** A character of several bytes. Without a code, the first byte belongs to none. */
function characterAt(bytes: Uint8Array, at: number): { readonly code?: number; readonly length: number } {
  const lead = bytes[at] ?? 0;
  const { length = 0 } = LEADS.find(({ from, to }) => lead >= from && lead <= to) ?? {};
  let code = lead & (0xff >> (length + 1));
  for (let index = 1; index < length; index += 1) {
    const next = bytes[at + index] ?? 0;
    if (next >> 6 !== 2) return { length: 1 };
    code = (code << 6) | (next & 0x3f);
  }
  const isCharacter =
    code >= (SMALLEST[length] ?? 0) && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  return length > 0 && isCharacter ? { code, length } : { length: 1 };
}

type Order = 'little' | 'big';

function fromUtf16(bytes: Uint8Array, order: Order): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at + 2 <= bytes.length; at += 2)
    parts.push(String.fromCharCode(view.getUint16(at, order === 'little')));
  return withoutMark(parts.join(''));
}

function fromUtf32(bytes: Uint8Array, order: Order): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    const isCharacter = code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
    parts.push(isCharacter ? String.fromCodePoint(code) : UNKNOWN);
  }
  return withoutMark(parts.join(''));
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');
