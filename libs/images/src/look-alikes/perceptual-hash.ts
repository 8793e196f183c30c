import type { ImageDescription } from '../image/image-description.js';

/** Images look alike if their hashes differ in at most so many of 64 bits. Both together err once in 300,000. */
export const MAX_HASH_DISTANCE = 8;
export const MAX_DCT_DISTANCE = 10;
/** Hashes with fewer bits set, or unset, are of skies, blur and empty pages: they are alike without a likeness. */
const FEWEST_BITS = 8;

/** Both hashes of an image that can be compared, 16 hexadecimal digits each. */
export interface ComparableHashes {
  readonly perceptualHash: string;
  readonly dctHash: string;
}

/** The hashes to compare an image by; `undefined` for one that is not described yet, or has hardly any structure. */
export function comparableHashes(description: ImageDescription | undefined): ComparableHashes | undefined {
  const appearance = description?.appearance;
  if (appearance === undefined || appearance === 'unknown') return undefined;
  const { perceptualHash, dctHash } = appearance;
  if (!isHash(perceptualHash) || dctHash === undefined || !isHash(dctHash)) return undefined;
  const bits = hashDistance(perceptualHash, NO_BITS);
  return bits < FEWEST_BITS || bits > 64 - FEWEST_BITS ? undefined : { perceptualHash, dctHash };
}

const NO_BITS = '0'.repeat(16);

const isHash = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

/** The four parts of a hash, 16 bits each. */
export function hashParts(hash: string): readonly number[] {
  return [0, 4, 8, 12].map((start) => Number.parseInt(hash.slice(start, start + 4), 16));
}

/** In how many bits two hashes differ. */
export function hashDistance(one: string, other: string): number {
  const others = hashParts(other);
  return hashParts(one).reduce((sum, part, index) => sum + bitsOf(part ^ (others[index] ?? 0)), 0);
}

function bitsOf(part: number): number {
  let count = 0;
  for (let rest = part; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** In how many of 128 bits two images that look alike differ; `undefined` if they do not look alike. */
export function likeness(one: ComparableHashes, other: ComparableHashes): number | undefined {
  const difference = hashDistance(one.perceptualHash, other.perceptualHash);
  if (difference > MAX_HASH_DISTANCE) return undefined;
  const further = hashDistance(one.dctHash, other.dctHash);
  return further > MAX_DCT_DISTANCE ? undefined : difference + further;
}

/** A value of one of the four parts of a hash. */
export interface HashPart {
  readonly index: number;
  readonly value: number;
}

/**
 * The values of parts of which every hash within `MAX_HASH_DISTANCE` has at least one: if all four parts differed in
 * more bits than these do, that would make 3 + 2 + 2 + 2 bits.
 */
export function partsNear(hash: string): readonly HashPart[] {
  return hashParts(hash).flatMap((part, index) =>
    (index === 0 ? WITHIN_TWO : WITHIN_ONE).map((change) => ({ index, value: part ^ change })),
  );
}

const SINGLE = Array.from({ length: 16 }, (_, bit) => 1 << bit);
const WITHIN_ONE = [0, ...SINGLE];
const WITHIN_TWO = [
  ...WITHIN_ONE,
  ...SINGLE.flatMap((one) => SINGLE.filter((other) => other > one).map((other) => one | other)),
];
