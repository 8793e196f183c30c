import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { InvalidInput } from '@cairn/kernel';
import chardet from 'chardet';

const SNIFFED_BYTES = 65_536;
const DEFAULT = 'windows-1252';

/** chardet names the older standards, whose texts are mostly written with the tables of Windows. */
const OF_WINDOWS: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

/** The name that the Encoding Standard has for this label. @throws {InvalidInput} */
export function parseEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw InvalidInput.of(
      'unknown-encoding',
      `The encoding ${JSON.stringify(label)} is not known.`,
      '/encoding',
    );
  }
}

/**
 * The encoding of a file: by its mark, else UTF-8 where all of it is that, else UTF-16 by its zero bytes, else what the
 * frequency of its letters says.
 */
export async function findEncoding(path: string): Promise<string> {
  const head = await headOf(path, SNIFFED_BYTES);
  const marked = markOf(head);
  if (marked !== undefined) return marked;
  if (await isAllUtf8(path)) return 'utf-8';
  return findOldEncoding(head);
}

/** The encoding of bytes by their beginning alone. */
export function findTextEncoding(head: Buffer): string {
  return isUtf8(head.subarray(0, head.length - incompleteAt(head))) ? 'utf-8' : findOldEncoding(head);
}

/** Of bytes that are no UTF-8. */
function findOldEncoding(head: Buffer): string {
  const zeros = [0, 1].map((from) => head.filter((byte, at) => byte === 0 && at % 2 === from).length);
  const [even = 0, odd = 0] = zeros;
  if (even + odd > head.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  const found = chardet.detect(head) ?? DEFAULT;
  const label = OF_WINDOWS[found] ?? found;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'utf-8' ? DEFAULT : encoding; // it is not, as it was looked at whole
  } catch {
    return DEFAULT;
  }
}

/** The first bytes of a file. */
export async function headOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Texts in their order. A mark of the encoding at the beginning is left out. */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<string, void, undefined> {
  // Always as a stream: on Node 22.14, decoding at once gives control characters for € and quotes.
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

async function isAllUtf8(path: string): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - incompleteAt(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    rest = bytes.subarray(whole);
  }
  return isUtf8(rest);
}

/** How many bytes at the end belong to a character whose rest may follow. */
function incompleteAt(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}
