const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** The CRC of a PNG chunk, of bytes that come in pieces. */
export class Crc32 {
  private crc = 0xffffffff;

  add(bytes: Uint8Array): this {
    let { crc } = this;
    for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    this.crc = crc;
    return this;
  }

  get value(): number {
    return (this.crc ^ 0xffffffff) >>> 0;
  }
}

const ADLER_BASE = 65_521;

/** The checksum of a zlib stream (RFC 1950, 8.2). */
export function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % ADLER_BASE;
    high = (high + low) % ADLER_BASE;
  }
  return high * 65_536 + low;
}
