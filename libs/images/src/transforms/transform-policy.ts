import { canonicalQuery } from './canonical-query.js';
import { TransformRefused } from './errors.js';
import { parseTransform, type Presets } from './parse-transform.js';
import type { Transform } from './transform.js';

/** The widths and heights of the ladder, in CSS pixels. */
const LADDER_SIDES = [
  32, 48, 64, 96, 128, 160, 200, 240, 300, 320, 400, 480, 600, 640, 720, 800, 960, 1080, 1200, 1280, 1440,
  1600, 1920, 2560, 3840,
] as const;
const LADDER_QUALITIES = [40, 60, 75, 80, 85, 90] as const;
const LADDER_DPRS = [1, 2, 3] as const;

/**
 * What callers without a signature may request: only presets; also transforms on the ladder; any transform, at the risk
 * of a high load; or only originals.
 */
export const TRANSFORM_POLICIES = ['presets', 'ladder', 'anything', 'nothing'] as const;
export type TransformPolicyName = (typeof TRANSFORM_POLICIES)[number];

/** Decides which transforms need no signature. A small set of values per parameter limits the number of derivatives. */
export class TransformPolicy {
  private readonly allowed: ReadonlySet<string>;

  constructor(
    readonly name: TransformPolicyName = 'ladder',
    readonly presets: Presets = new Map(),
  ) {
    this.allowed = new Set([...presets.values()].map((preset) => canonicalQuery(parseTransform(preset))));
  }

  /** @throws {TransformRefused} naming the nearest allowed transform. */
  admit(transform: Transform): void {
    if (this.name === 'anything') return;
    if (this.name === 'nothing') throw new TransformRefused(undefined);
    const asked = canonicalQuery(transform);
    if (this.allowed.has(asked)) return;
    if (this.name === 'presets') throw new TransformRefused(this.nearestPreset(transform));
    const nearest = canonicalQuery(onLadder(transform));
    if (nearest === asked) return;
    // A URL without any parameter is that of the original.
    throw new TransformRefused(nearest === '' ? `w=${LADDER_SIDES[LADDER_SIDES.length - 1]}` : nearest);
  }

  /** Whether `admit` accepts it. */
  allows(transform: Transform): boolean {
    try {
      this.admit(transform);
      return true;
    } catch (error) {
      if (error instanceof TransformRefused) return false;
      throw error;
    }
  }

  private nearestPreset(transform: Transform): string | undefined {
    const distances = [...this.presets].map(([name, preset]) => ({
      name,
      distance: Math.abs(sizeOf(parseTransform(preset)) - sizeOf(transform)),
    }));
    const [nearest] = distances.sort((one, other) => one.distance - other.distance);
    return nearest && `preset=${nearest.name}`;
  }
}

function sizeOf({ w, h, dpr = 1 }: Transform): number {
  return Math.max(w ?? 0, h ?? 0) * dpr;
}

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
