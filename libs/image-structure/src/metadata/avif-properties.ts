import { bigEndian, textOf } from '../bytes.js';
import type { Box } from '../boxes.js';
import { isMasteringDisplay } from '../colour/mastering-display.js';
import type { MetadataKind } from './metadata-kind.js';

/** The number of bytes at the start of a property that say how the picture is shown; 0 for an invalid property. */
type Meaning = number | ((payload: Uint8Array) => number);

const FULL_BOX_BYTES = 4;
const MAX_CHANNELS = 4;
const AUXILIARY = new Set([
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha',
  'urn:mpeg:mpegB:cicp:systems:auxiliary:depth',
  'urn:mpeg:hevc:2015:auxid:1',
  'urn:mpeg:hevc:2015:auxid:2',
]);
/** Sizes and fractions are smaller than this. Four letters, read as a number, are greater. */
const MAX_NUMBER = 2 ** 24;

/** Properties of ISO/IEC 23008-12 and of the codings. Profiles are looked at apart. */
const PROPERTIES: Readonly<Record<string, Meaning>> = {
  ispe: (payload) => full(payload, 12),
  pixi: (payload) => ((payload[4] ?? 0) <= MAX_CHANNELS ? full(payload, 5 + (payload[4] ?? 0)) : 0),
  pasp: (payload) => small(payload, 8),
  clap: (payload) => small(payload, 32),
  irot: 1,
  imir: 1,
  colr: (payload) => (textOf(payload.subarray(0, 4)) === 'nclx' ? 11 : 10),
  clli: 4,
  mdcv: (payload) => (isMasteringDisplay(payload) ? 24 : 0),
  amve: 8,
  cclv: (payload) => 1 + flagged(payload),
  reve: (payload) => full(payload, 20),
  ndwt: (payload) => full(payload, 8),
  rloc: (payload) => full(payload, 12),
  iscl: (payload) => full(payload, 12),
  a1op: 1,
  lsel: 2,
  a1lx: (payload) => 1 + 3 * ((payload[0] ?? 0) & 1 ? 4 : 2),
  auxC: (payload) => auxiliaryBytes(payload),
  av1C: (payload) => codingBytes(payload),
  hvcC: (payload) => hevcBytes(payload),
};

const KINDS: Readonly<Record<string, MetadataKind>> = {
  udes: 'text',
  altt: 'text',
  crtt: 'time',
  mdft: 'time',
};

/** The configurations, and the types of the items that they belong to. */
const CONFIGURATIONS: Readonly<Record<string, string>> = { av1C: 'av01', hvcC: 'hvc1' };

/**
 * The part of a property that does not say how the picture is shown: where it starts, and its kind.
 * @param codings The types of the items of the file.
 */
export function strayPart(
  { type, payload }: Box,
  codings: ReadonlySet<string>,
): { readonly start: number; readonly kind: MetadataKind } {
  const coding = CONFIGURATIONS[type];
  const meaning = coding === undefined || codings.has(coding) ? (PROPERTIES[type] ?? 0) : 0;
  const start = typeof meaning === 'number' ? meaning : meaning(payload);
  return { start, kind: KINDS[type] ?? 'application-data' };
}

/** The length, if the box has version 0. */
function full(payload: Uint8Array, length: number): number {
  return bigEndian(payload, 0, 4) === 0 ? length : 0;
}

/** The length, if all signed numbers are small enough. */
function small(payload: Uint8Array, length: number): number {
  for (let at = 0; at < length; at += 4) {
    const value = bigEndian(payload, at, 4);
    if (Math.min(value, 2 ** 32 - value) >= MAX_NUMBER) return 0;
  }
  return length;
}

/** The length of colour volume data: three primaries and luminances, each only if its flag is set. */
function flagged(payload: Uint8Array): number {
  const [flags = 0] = payload;
  const primaries = flags & 0x20 ? small(payload.subarray(1), 24) : 0;
  return primaries + (flags & 0x10 ? 4 : 0) + (flags & 0x08 ? 4 : 0) + (flags & 0x04 ? 4 : 0);
}

/** Decoders ignore auxiliary pictures that they do not know. */
function auxiliaryBytes(payload: Uint8Array): number {
  const end = payload.indexOf(0, FULL_BOX_BYTES);
  const type = textOf(payload.subarray(FULL_BOX_BYTES, end === -1 ? undefined : end));
  return full(payload, AUXILIARY.has(type) ? FULL_BOX_BYTES + type.length + 1 : FULL_BOX_BYTES);
}

/** The configuration, and header units of the picture (AV1-ISOBMFF, 2.3). */
function codingBytes(payload: Uint8Array): number {
  if (payload[0] !== 0x81) return 0;
  let at = 4;
  while (at < payload.length) {
    const head = payload[at] ?? 0;
    const [type, hasExtension, hasSize] = [(head >> 3) & 15, (head & 4) !== 0, (head & 2) !== 0];
    if (type !== 1 || !hasSize || hasExtension) break;
    // A header of a sequence takes less than 128 bytes.
    const size = payload[at + 1] ?? 0;
    if (size > 127 || at + 2 + size > payload.length) break;
    at += 2 + size;
  }
  return at;
}

/** The configuration, and its arrays of units (ISO/IEC 14496-15, 8.3.3.1.2). */
function hevcBytes(payload: Uint8Array): number {
  if (payload[0] !== 1) return 0;
  let at = 23;
  for (let arrays = payload[22] ?? 0; arrays > 0 && at < payload.length; arrays -= 1) {
    const units = bigEndian(payload, at + 1, 2);
    at += 3;
    for (let unit = 0; unit < units && at < payload.length; unit += 1) at += 2 + bigEndian(payload, at, 2);
  }
  return at;
}
