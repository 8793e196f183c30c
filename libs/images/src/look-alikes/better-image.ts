import type { Image } from '../image/image.js';
import { byNewest, type LookAlikeGroup } from './look-alike-group.js';

/** Why an image is proposed to be kept, in the order in which they decide. */
export const BETTER_REASONS = ['larger', 'place', 'time', 'more-bytes', 'earlier'] as const;
export type BetterReason = (typeof BETTER_REASONS)[number];

/** More is better. Bytes only count among images of one size: they tell how much was lost when one was saved again. */
const measures: Readonly<Record<BetterReason, (image: Image) => number>> = {
  larger: ({ file }) => file.width * file.height,
  place: ({ description }) => (description?.position === undefined ? 0 : 1),
  time: ({ description }) => (description?.capturedAt === undefined ? 0 : 1),
  'more-bytes': ({ file }) => file.sizeInBytes,
  earlier: ({ createdAt }) => -createdAt,
};

/** A group with a proposal of which image to keep. */
export interface Proposal {
  readonly better: Image;
  /** What it has before all others that are not better in a reason before it. */
  readonly reasons: readonly BetterReason[];
  /** The better one, then those with the same bytes, then the nearest, then the newest. */
  readonly images: readonly ProposedImage[];
}

export interface ProposedImage {
  readonly image: Image;
  /** In how many of 128 bits it differs from the image of the group that it is nearest to. */
  readonly distance: number;
  /** Whether its bytes are those of the better one. */
  readonly sameBytes: boolean;
}

/** Proposes which image of a group to keep. Nothing is done about it. */
export function proposed({ images, pairs }: LookAlikeGroup): Proposal | undefined {
  const [better] = [...images].sort(byBetter);
  if (better === undefined) return undefined;
  const others = images.filter((image) => image !== better);
  const isLarger = others.some((other) => measures.larger(other) < measures.larger(better));
  const isBetter = (reason: BetterReason): boolean => {
    const own = measures[reason](better);
    const values = others.map(measures[reason]);
    if (reason === 'more-bytes' && isLarger) return false;
    return values.every((value) => value <= own) && values.some((value) => value < own);
  };
  const distanceOf = ({ id }: Image): number =>
    Math.min(...pairs.flatMap((pair) => (pair.newerId === id || pair.olderId === id ? pair.distance : [])));
  const all = images.map((image) => ({
    image,
    distance: distanceOf(image),
    sameBytes: image !== better && image.file.sha256 === better.file.sha256,
  }));
  const order = (one: ProposedImage, other: ProposedImage): number =>
    Number(other.image === better) - Number(one.image === better) ||
    Number(other.sameBytes) - Number(one.sameBytes) ||
    one.distance - other.distance ||
    byNewest(one.image, other.image);
  return { better, reasons: BETTER_REASONS.filter(isBetter), images: all.sort(order) };
}

function byBetter(one: Image, other: Image): number {
  for (const reason of BETTER_REASONS) {
    const difference = measures[reason](other) - measures[reason](one);
    if (difference !== 0) return difference;
  }
  return one.id < other.id ? -1 : 1;
}
