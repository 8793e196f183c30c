import { inflate, inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

/** A token with all rights in it is a few KiB; this bounds what a compressed one can unfold to. */
const MAX_TOKEN_BYTES = 32 * 1024;

const inflaters = { zlib: promisify(inflate), raw: promisify(inflateRaw) };

/** The JWS of a token as it is sent: as it is, or compressed (deflate, then base64). Absent if it is neither. */
export async function tokenText(sent: string): Promise<string | undefined> {
  if (sent.includes('.')) return sent;
  if (!/^[\w+/-]+={0,2}$/.test(sent)) return undefined;
  const bytes = Buffer.from(sent, 'base64');
  const inflater = hasZlibHeader(bytes) ? inflaters.zlib : inflaters.raw;
  try {
    return (await inflater(bytes, { maxOutputLength: MAX_TOKEN_BYTES })).toString('latin1');
  } catch {
    return undefined;
  }
}

/** RFC 1950 §2.2. */
function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length > 2 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE() % 31 === 0;
}
