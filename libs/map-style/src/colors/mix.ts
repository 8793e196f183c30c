/** The color between two of `#rrggbb`, as MapLibre and CSS mix them; a share of 0 is the first, of 1 the second. */
export function mixed(first: string, second: string, share: number): string {
  const [one, other] = [channelsOf(first), channelsOf(second)];
  const channels = one.map((value, index) => value * (1 - share) + (other[index] ?? 0) * share);
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue, 0 to 255. */
export const channelsOf = (color: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
