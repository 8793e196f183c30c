import { bigEndian } from '../bytes.js';
import { type Component, Nonzero } from './scan.js';

const COEFFICIENTS = 64;
const MAX_COMPONENTS = 4;
/** Baseline, extended and progressive images, coded by Huffman: what browsers show. */
const [SOF0, SOF1, SOF2] = [0xc0, 0xc1, 0xc2];

/** Frame headers are between C0 and CF, except for tables and reserved values. */
export function isFrame(marker: number): boolean {
  return marker === SOF0 || (marker > SOF0 && marker <= 0xcf && marker % 4 !== 0);
}

/** The header of a frame (ITU-T T.81, B.2.2). */
export interface Frame {
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
  /** How many units of blocks of all components there are. */
  readonly units: number;
}

/** `undefined` for codings that browsers do not show, and for what no decoder takes. */
export function frameOf(marker: number, payload: Uint8Array): Frame | undefined {
  if (![SOF0, SOF1, SOF2].includes(marker)) return undefined;
  const [height, width] = [bigEndian(payload, 1, 2), bigEndian(payload, 3, 2)];
  const parts = Array.from({ length: payload[5] ?? 0 }, (_, index) => {
    const [id = 0, sampling = 0, quantization = 0] = payload.subarray(6 + 3 * index);
    return { id, across: sampling >> 4, down: sampling & 15, quantization };
  });
  const most = Math.max(...parts.map(({ across }) => across));
  const deepest = Math.max(...parts.map(({ down }) => down));
  const isPossible = parts.length <= MAX_COMPONENTS && parts.every(({ across, down }) => across * down > 0);
  if (width * height === 0 || !isPossible) return undefined;
  const units = Math.ceil(width / (8 * most)) * Math.ceil(height / (8 * deepest));
  const components = parts.map((part) => {
    const across = Math.ceil(Math.ceil((width * part.across) / most) / 8);
    const blocks = across * Math.ceil(Math.ceil((height * part.down) / deepest) / 8);
    const missing = Array.from({ length: COEFFICIENTS }, () => -1);
    return { ...part, blocks, nonzero: new Nonzero(), missing };
  });
  return { isProgressive: marker === SOF2, components, units };
}
