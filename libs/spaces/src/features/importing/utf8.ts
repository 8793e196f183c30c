const MAX_UNITS = 4_096;

/** The text of bytes in UTF-8 (RFC 3629), or where the first are that are not. */
export type DecodedText =
  { readonly text: string } | { readonly text?: undefined; readonly invalidAt: number };

/** For where there is no TextDecoder; a byte order mark is an ordinary character. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  let text = '';
  let units: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : lengthAt(bytes, at);
    if (length === 0) return { invalidAt: at };
    if (length === 1) units.push(first);
    else pushUnits(codePointOf(first, bytes.subarray(at + 1, at + length)), units);
    at += length;
    if (units.length < MAX_UNITS) continue;
    text += String.fromCharCode(...units);
    units = [];
  }
  return { text: text + String.fromCharCode(...units) };
}

function codePointOf(first: number, others: Uint8Array): number {
  return others.reduce((code, byte) => code * 64 + (byte & 0x3f), first & (0x7f >> (others.length + 1)));
}

function pushUnits(codePoint: number, units: number[]): void {
  if (codePoint < 0x10000) units.push(codePoint);
  else units.push(0xd7c0 + (codePoint >> 10), 0xdc00 + (codePoint & 0x3ff));
}

/** The length of the character in bytes; 0 if there is none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  const [least, most] = secondOf(first);
  if (second < least || second > most) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const others = bytes.subarray(at + 2, at + length);
  return others.length === length - 2 && others.every((byte) => byte >> 6 === 2) ? length : 0;
}

/** Between which bytes the second one is, which rules out long forms, surrogates, and what is beyond U+10FFFF. */
function secondOf(first: number): readonly [number, number] {
  if (first < 0xc2 || first > 0xf4) return [1, 0];
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
