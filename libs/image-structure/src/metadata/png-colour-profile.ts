import { Crc32, adler32 } from '../compression/checksums.js';
import { ZlibStream } from '../compression/zlib-stream.js';
import { IccProfile } from '../icc/icc-profile.js';
import { bigEndianBytes, bytesOf, joined, textOf } from '../bytes.js';
import type { Range } from '../ranges.js';
import type { Findings } from './findings.js';

const MAX_BLOCK_BYTES = 65_535;

const MAX_PROFILE_BYTES = 4 * 1024 * 1024;
/** Names that editors and libraries give to every profile. Others may tell whose display it is of. */
const USUAL_NAMES =
  /^(?:icc|icm|ICC profile|Photoshop ICC profile|sRGB|sRGB IEC61966-2\.1|Display P3|Adobe RGB \(1998\)|ITUR_2100_PQ_FULL|kCGColorSpace\w{1,30}|1)$/i;
const TYPE = bytesOf('iCCP');

/**
 * Cuts everything except the profile out of a chunk `iCCP`. A damaged profile is cut out whole, because decoders ignore
 * it. Returns whether there is a profile.
 */
export function lookAtProfile({ start, end }: Range, payload: Uint8Array, found: Findings): boolean {
  const nameEnd = payload.indexOf(0);
  const data = payload.subarray(nameEnd + 2);
  const zlib = new ZlibStream(MAX_PROFILE_BYTES);
  const used = zlib.add(data);
  const profile = new IccProfile();
  profile.add(zlib.output, 0);
  const isNamed = nameEnd > 0 && nameEnd < 80 && payload[nameEnd + 1] === 0;
  if (!isNamed || !zlib.hasEnded || !profile.isProfile) {
    found.cut({ start, end }, 'application-data');
    return false;
  }
  const isUsual = USUAL_NAMES.test(textOf(payload.subarray(0, nameEnd)));
  if (isUsual && used === data.length && profile.strays.length === 0) return true;
  const name = isUsual ? payload.subarray(0, nameEnd) : bytesOf('icc');
  const stream =
    profile.strays.length === 0 ? data.subarray(0, used) : storedZlib(bare(zlib.output, profile));
  const bytes = joined(name, [0, 0], stream);
  const crc = new Crc32().add(TYPE).add(bytes);
  const chunk = joined(bigEndianBytes(bytes.length, 4), TYPE, bytes, bigEndianBytes(crc.value, 4));
  found.cut({ start, end }, 'application-data', chunk);
  return true;
}

function bare(bytes: Uint8Array, { strays }: IccProfile): Uint8Array {
  const copy = bytes.slice();
  for (const { start, end } of strays) copy.fill(0, start, end);
  return copy;
}

/** A zlib stream of these bytes that is not compressed. */
export function storedZlib(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + MAX_BLOCK_BYTES);
    const [low, high] = [block.length & 0xff, block.length >> 8];
    const isLast = at + MAX_BLOCK_BYTES >= bytes.length;
    blocks.push(joined([isLast ? 1 : 0, low, high, low ^ 0xff, high ^ 0xff], block));
  }
  return joined([0x78, 0x01], ...blocks, bigEndianBytes(adler32(bytes), 4));
}
