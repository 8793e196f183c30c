/**
 * The text in UTF-8, a lone surrogate as U+FFFD. The writer of `pbf` 5.1.2 is not used: it turns U+20000, the first
 * ideograph of the second plane, and half of all characters beyond U+1FFFF into others.
 */
export function utf8Of(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes.push(unit);
    else {
      const point = text.codePointAt(index) ?? 0;
      if (point > 0xffff) index += 1;
      pushPoint(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point, bytes);
    }
  }
  return Uint8Array.from(bytes);
}

function pushPoint(point: number, bytes: number[]): void {
  const last = 0x80 | (point & 0x3f);
  if (point < 0x800) bytes.push(0xc0 | (point >> 6), last);
  else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), last);
  else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), 0x80 | ((point >> 6) & 0x3f), last);
}
