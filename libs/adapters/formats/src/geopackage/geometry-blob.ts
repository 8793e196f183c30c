import { type FileGeometry, UnreadableFile } from '@cairn/spaces';
import { readWkb } from './read-wkb.js';

/** Bytes of the envelopes by their number in the flags. */
const ENVELOPES = [0, 32, 48, 48, 64];

/** A geometry behind its header (§2.1.3). */
export function geometryIn(blob: unknown): FileGeometry | null {
  if (!Buffer.isBuffer(blob) || blob.length < 8 || blob.toString('latin1', 0, 2) !== 'GP')
    throw new UnreadableFile('is no geometry of GeoPackage');
  const flags = blob.readUInt8(3);
  const envelope = ENVELOPES[(flags >> 1) & 7];
  if (envelope === undefined) throw new UnreadableFile('has an unknown envelope');
  if ((flags & 0x10) !== 0) return null; // empty
  return readWkb(blob.subarray(8 + envelope));
}
