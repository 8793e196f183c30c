import { type PbfWriter } from 'pbf';

const LENGTH_DELIMITED = 2;

/**
 * Writes a text field in UTF-8, a lone surrogate as U+FFFD. The text of `pbf` 5.1.2 is not used: it turns U+20000, the
 * first ideograph of the second plane, and half of all characters beyond U+1FFFF into others.
 */
export function writeText(writer: PbfWriter, field: number, text: string): void {
  const size = utf8Size(text);
  writer.writeTag(field, LENGTH_DELIMITED);
  writer.writeVarint(size);
  writer.realloc(size);
  writer.pos = put(text, writer.buf, writer.pos);
}

/** The text in UTF-8, a lone surrogate as U+FFFD. */
export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Size(text));
  put(text, bytes, 0);
  return bytes;
}

/** Returns where the text ends. */
function put(text: string, bytes: Uint8Array, start: number): number {
  let at = start;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[at] = unit;
      at += 1;
      continue;
    }
    const point = pointAt(text, index);
    if (point > 0xffff) index += 1;
    const more = bytesAfterFirst(point);
    bytes[at] = (0x780 >> more) | (point >> (6 * more));
    for (let left = more - 1; left >= 0; left -= 1)
      bytes[at + more - left] = 0x80 | ((point >> (6 * left)) & 0x3f);
    at += 1 + more;
  }
  return at;
}

/** How many bytes `writeText` writes of a text. */
export function utf8Size(text: string): number {
  let size = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) < 0x80) continue;
    const point = pointAt(text, index);
    if (point > 0xffff) index += 1;
    size += point > 0xffff ? 2 : bytesAfterFirst(point);
  }
  return size;
}

function pointAt(text: string, index: number): number {
  const point = text.codePointAt(index) ?? 0;
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

const bytesAfterFirst = (point: number): number => (point < 0x800 ? 1 : point < 0x10000 ? 2 : 3);
