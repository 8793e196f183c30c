import type { ImageSort } from '@cairn/images/spi';
import { MOST_COUNTED, type Posting } from './postings.js';

/** How the images of a page are found. */
export type Access =
  /** No image meets all conditions. */
  | { readonly kind: 'none' }
  /** All images in the order of the listing, until there are enough. */
  | { readonly kind: 'walk' }
  /** The entries in the order of the listing, until there are enough. */
  | { readonly kind: 'ordered'; readonly posting: Posting }
  /** All entries, which are then sorted. */
  | { readonly kind: 'narrow'; readonly posting: Posting };

export interface Counted {
  readonly posting: Posting;
  readonly count: number;
}

/** The cost of looking up an image by its identifier, relative to stepping over one in an index. */
const LOOKUP = 2;

/** Names correlate with folders, tags and words, so all matches may be at the end of a walk. */
const RISK_BY_NAME = 6;

/** Chooses the access that looks at the fewest images, as if the conditions were independent. */
export function chooseAccess(
  counted: readonly Counted[],
  { total, limit, sort }: { readonly total: number; readonly limit: number; readonly sort: ImageSort },
): Access {
  if (total === 0 || counted.some(({ count }) => count === 0)) return { kind: 'none' };
  const share = counted.reduce((product, { count }) => product * Math.min(1, count / total), 1);
  const expected = Math.max(1, total * share);
  const isByTime = sort === 'newest' || sort === 'oldest';
  const costs: { readonly access: Access; readonly cost: number }[] = [
    {
      access: { kind: 'walk' },
      cost: looked(total, { limit, expected }) * (sort === 'name' ? RISK_BY_NAME : 1),
    },
  ];
  for (const { posting, count } of counted) {
    if (posting.isExact || count < MOST_COUNTED)
      costs.push({ access: { kind: 'narrow', posting }, cost: LOOKUP * count });
    if (posting.isOrdered && isByTime)
      costs.push({ access: { kind: 'ordered', posting }, cost: LOOKUP * looked(count, { limit, expected }) });
  }
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).access;
}

/** The expected number of images to look at until enough are found, if `count` images match. */
function looked(
  count: number,
  { limit, expected }: { readonly limit: number; readonly expected: number },
): number {
  return Math.min(count, (limit * count) / Math.min(count, expected));
}
