import { readXmp, type XmpFacts } from './read-xmp.js';
import { decodeText } from './xmp-text.js';

/** Packets of editors have some 20 KB, with their history up to 100. Reading one of this length takes some 20 ms. */
export const MAX_XMP_BYTES = 256 * 1024;

/** Reads a packet in a file. `undefined` if it cannot be read, or is too long. */
export function embeddedXmp(bytes: Uint8Array): XmpFacts | undefined {
  if (bytes.length > MAX_XMP_BYTES) return undefined;
  const text = decodeText(bytes);
  try {
    return readXmp(text.slice(Math.max(0, text.indexOf('<')), text.lastIndexOf('>') + 1));
  } catch {
    return undefined; // nothing in an upload depends on it
  }
}
