import { mixed } from './mix.js';
import { type RampName, RAMPS } from './ramps.js';
import type { Theme } from './themes.js';

interface Wanted {
  readonly ramp: RampName;
  readonly theme: Theme;
  readonly isReversed: boolean;
}

/**
 * The colors of a ramp, that of the smallest number first. On a dark ground, sequential ramps begin with their dark end,
 * so that great numbers stand out on both grounds.
 */
export function rampOf({ ramp, theme, isReversed }: Wanted): readonly string[] {
  const { kind, colors } = RAMPS[ramp];
  const isTurned = isReversed !== (kind === 'sequential' && theme === 'dark');
  return isTurned ? colors.toReversed() : colors;
}

/** So many colors at even distances, the first and the last of the ramp among them; a single one is the last. */
export function spread(colors: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => colorAt(colors, count === 1 ? 1 : index / (count - 1)));
}

function colorAt(colors: readonly string[], share: number): string {
  const place = share * (colors.length - 1);
  const below = Math.min(Math.floor(place), colors.length - 2);
  return mixed(colors[below] ?? '', colors[below + 1] ?? '', place - below);
}
