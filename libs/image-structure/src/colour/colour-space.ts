/** Chromaticities x and y of the primaries and of white (CIE 1931). */
export interface Primaries {
  readonly red: readonly [x: number, y: number];
  readonly green: readonly [x: number, y: number];
  readonly blue: readonly [x: number, y: number];
  readonly white: readonly [x: number, y: number];
}

/** The light of a number: `linear` is a power of 1. Those of ITU-R BT.2100 are HDR. */
export type Transfer = 'srgb' | 'pq' | 'hlg' | { readonly power: number };

/** What the numbers of an image mean as colours, if they are not sRGB. */
export interface ColourSpace {
  readonly primaries: Primaries;
  readonly transfer: Transfer;
}

const D65 = [0.3127, 0.329] as const;
const C = [0.31, 0.316] as const;

export const SRGB: ColourSpace = {
  primaries: { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 },
  transfer: 'srgb',
};

const BT2020: Primaries = { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 };
const P3 = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] } as const;
const SMPTE: Primaries = { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: D65 };

/** ColourPrimaries of ITU-T H.273, table 2. The others are unknown, or not of red, green and blue. */
const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: SRGB.primaries,
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: C },
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 },
  6: SMPTE,
  7: SMPTE,
  8: { red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: C },
  9: BT2020,
  11: { ...P3, white: [0.314, 0.351] },
  12: { ...P3, white: D65 },
  22: { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: D65 },
};

/**
 * TransferCharacteristics of ITU-T H.273, table 3. Those of television (1, 6, 14, 15) are of cameras; browsers show their numbers
 * as sRGB.
 */
const transferByCode: Readonly<Record<number, Transfer>> = {
  1: 'srgb',
  4: { power: 2.2 },
  5: { power: 2.8 },
  6: 'srgb',
  8: { power: 1 },
  13: 'srgb',
  14: 'srgb',
  15: 'srgb',
  16: 'pq',
  18: 'hlg',
};

/** The colours of code points of ITU-T H.273 (CICP); `undefined` for sRGB, and where a code is unknown or unspecified. */
export function cicpColours(primariesCode: number, transferCode: number): ColourSpace | undefined {
  // 2 is unspecified.
  const primaries = primariesCode === 2 ? SRGB.primaries : primariesByCode[primariesCode];
  const transfer = transferCode === 2 ? SRGB.transfer : transferByCode[transferCode];
  if (primaries === undefined || transfer === undefined) return undefined;
  return unlessSrgb({ primaries, transfer });
}

/** Primaries nearer than the precision of 8 bits are the same. */
const NEARLY = 0.002;
/** libpng takes exponents for equal that differ by less. */
const NEARLY_A_POWER = 0.05;

/** Numbers that visibly do not differ from those of sRGB need no conversion. */
export function unlessSrgb(space: ColourSpace): ColourSpace | undefined {
  const { primaries, transfer } = space;
  const numbers = ({ red, green, blue, white }: Primaries): readonly number[] =>
    [red, green, blue, white].flat();
  const own = numbers(SRGB.primaries);
  const hasOwnPrimaries = numbers(primaries).every((value, at) => Math.abs(value - (own[at] ?? 0)) < NEARLY);
  const isOwn =
    transfer === 'srgb' ||
    (typeof transfer === 'object' && Math.abs(transfer.power / 2.2 - 1) < NEARLY_A_POWER);
  return hasOwnPrimaries && isOwn ? undefined : space;
}
