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
  if (mark(0xff, 0xfe) || (a !== 0 && b === 0)) return new TextDecoder('utf-16le').decode(bytes);
  if (mark(0xfe, 0xff) || (a === 0 && b !== 0)) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

function fromUtf32(bytes: Uint8Array, order: 'little' | 'big'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    const isCharacter = code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
    if (at > 0 || code !== 0xfeff) parts.push(String.fromCodePoint(isCharacter ? code : 0xfffd));
  }
  return parts.join('');
}
