import type { ImageCondition } from '@cairn/images';
import type { ImageSort } from '@cairn/images/spi';
import { run } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';
import { postingsOf, type Posting, MOST_COUNTED } from './postings.js';

/** The cost of looking up an image by its identifier, relative to stepping over one in an index. */
const LOOKUP = 2;

/** Names and days correlate with folders, tags and words, so all matches may be at the end of a walk. */
const RISK = 6;
const RISKY: ReadonlySet<ImageSort> = new Set(['name', 'taken', 'taken-oldest']);

/** The order of index entries in which a listing goes on, if it is by time. */
export const TIME_ORDERS: Readonly<Record<ImageSort, Posting['order']>> = {
  newest: 'created',
  oldest: 'created',
  taken: 'taken',
  'taken-oldest': 'taken',
  name: undefined,
  size: undefined,
};

/** What is looked for. */
export interface Wanted {
  readonly owner: string;
  readonly where: readonly ImageCondition[];
  readonly sort: ImageSort;
  /** `Infinity` for all. */
  readonly limit: number;
}

/** Finds the index that promises the fewest lookups. */
export async function accessTo(
  statements: Statements,
  { owner, where, sort, limit }: Wanted,
): Promise<Access> {
  const postings = where.flatMap((condition) => postingsOf(owner, condition, TIME_ORDERS[sort]));
  if (postings.length === 0) return { kind: 'walk' };
  const [row] = await run<Readonly<Record<string, number>>>(statements, (parameter) => {
    const counts = postings.map(({ count }, index) => `, ${count(parameter)} AS n${index}`);
    return `SELECT image_count AS total${counts.join('')} FROM catalog WHERE owner = ${parameter(owner)}`;
  });
  const counted = postings.map((posting, index) => ({ posting, count: Number(row?.[`n${index}`] ?? 0) }));
  return chooseAccess(counted, { total: Number(row?.['total'] ?? 0), limit, sort });
}

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

interface Counted {
  readonly posting: Posting;
  readonly count: number;
}

/** Chooses the access that looks at the fewest images, as if the conditions were independent. */
export function chooseAccess(
  counted: readonly Counted[],
  { total, limit, sort }: { readonly total: number; readonly limit: number; readonly sort: ImageSort },
): Access {
  if (total === 0 || counted.some(({ count }) => count === 0)) return { kind: 'none' };
  const share = counted.reduce((product, { count }) => product * Math.min(1, count / total), 1);
  const expected = Math.max(1, total * share);
  const order = TIME_ORDERS[sort];
  const costs: { readonly access: Access; readonly cost: number }[] = [
    {
      access: { kind: 'walk' },
      cost: Math.min(total, looked(total, { limit, expected }) * (RISKY.has(sort) ? RISK : 1)),
    },
  ];
  for (const { posting, count } of counted) {
    if (posting.isExact || count < MOST_COUNTED)
      costs.push({ access: { kind: 'narrow', posting }, cost: LOOKUP * count });
    if (order !== undefined && posting.order === order)
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
