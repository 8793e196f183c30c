import { bigEndian } from '../bytes.js';

const POINT_UNIT = 0.000_02;
const LUMINANCE_UNIT = 0.000_1;
/** The most that PQ can say, in cd/m². */
const MAX_LUMINANCE = 10_000;

/** Whether bytes can be the colours and luminances of a display (SMPTE ST 2086): three points, white, most and least light. */
export function isMasteringDisplay(bytes: Uint8Array): boolean {
  const points = [0, 4, 8, 12].map(
    (at) => (bigEndian(bytes, at, 2) + bigEndian(bytes, at + 2, 2)) * POINT_UNIT,
  );
  const [most, least] = [bigEndian(bytes, 16, 4) * LUMINANCE_UNIT, bigEndian(bytes, 20, 4) * LUMINANCE_UNIT];
  return points.every((sum) => sum <= 1.001) && most <= MAX_LUMINANCE && least <= most;
}
