import { canonicalQuery } from './canonical-query.js';
import { TransformRefused } from './errors.js';
import { LADDER_SIDES, onLadder } from './ladder.js';
import { parseTransform, type Presets } from './parse-transform.js';
import type { Transform } from './transform.js';

/**
 * What callers without a signature may ask for: the presets; also what keeps to the ladder; anything, so that anyone
 * can have everything rendered; or nothing but originals.
 */
export const TRANSFORM_POLICIES = ['presets', 'ladder', 'anything', 'nothing'] as const;
export type TransformPolicyName = (typeof TRANSFORM_POLICIES)[number];

/** Decides which transforms are rendered for anyone. A few values for each parameter bound what can be asked for. */
export class TransformPolicy {
  private readonly allowed: ReadonlySet<string>;

  constructor(
    readonly name: TransformPolicyName = 'ladder',
    readonly presets: Presets = new Map(),
  ) {
    this.allowed = new Set([...presets.values()].map((preset) => canonicalQuery(parseTransform(preset))));
  }

  /** @throws {TransformRefused} naming the nearest transform that is allowed. */
  admit(transform: Transform): void {
    if (this.name === 'anything') return;
    if (this.name === 'nothing') throw new TransformRefused(undefined);
    const asked = canonicalQuery(transform);
    if (this.allowed.has(asked)) return;
    if (this.name === 'presets') throw new TransformRefused(this.nearestPreset(transform));
    const nearest = canonicalQuery(onLadder(transform));
    if (nearest === asked) return;
    // An address without any parameter is that of the original.
    throw new TransformRefused(nearest === '' ? `w=${LADDER_SIDES[LADDER_SIDES.length - 1]}` : nearest);
  }

  /** Whether `admit` lets it through. */
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
