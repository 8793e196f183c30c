import type { Spread } from '../statistics.js';

/** What the ratio of a measurement has to be. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** Something of the hub beside what it is compared with. */
export interface HubResult {
  readonly name: string;
  /** Of both values. */
  readonly unit: 'per second' | 'ms' | 'MiB';
  readonly cairn: Spread;
  readonly baseline: { readonly name: string; readonly value: Spread };
  /** Of the rounds. */
  readonly ratio: Spread;
  /** Without one the ratio is only reported. */
  readonly bar?: Bar | undefined;
  /** The longest time for which an event loop of Cairn was blocked; less than 5 ms is 0. */
  readonly blockedMs: number;
}

export const MAX_BLOCKED_MS = 20;

/** Whether the median ratio misses its bar. */
export function missesBar({ ratio, bar }: HubResult): boolean {
  if (bar === undefined) return false;
  return 'atLeast' in bar ? !(ratio.median >= bar.atLeast) : !(ratio.median <= bar.atMost);
}

export const blocksTooLong = ({ blockedMs }: HubResult): boolean => blockedMs > MAX_BLOCKED_MS;
