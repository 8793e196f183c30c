import type { Transform } from './transform.js';

/** The widths and heights of the ladder, in CSS pixels. */
export const LADDER_SIDES = [
  32, 48, 64, 96, 128, 160, 200, 240, 300, 320, 400, 480, 600, 640, 720, 800, 960, 1080, 1200, 1280, 1440,
  1600, 1920, 2560, 3840,
] as const;
export const LADDER_QUALITIES = [40, 60, 75, 80, 85, 90] as const;
export const LADDER_DPRS = [1, 2, 3] as const;

/** The nearest transform on the ladder that is not smaller, or the last step if all are. */
export function onLadder({ w, h, dpr, fit, format, q }: Transform): Transform {
  return {
    w: stepFor(w, LADDER_SIDES),
    h: stepFor(h, LADDER_SIDES),
    dpr: stepFor(dpr, LADDER_DPRS),
    q: stepFor(q, LADDER_QUALITIES),
    fit,
    format,
  };
}

/** The first step not below the value, or else the last one. */
function stepFor(value: number | undefined, steps: readonly number[]): number | undefined {
  return value === undefined ? undefined : (steps.find((step) => step >= value) ?? steps.at(-1));
}
