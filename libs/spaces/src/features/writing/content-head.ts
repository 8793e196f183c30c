import type { BoundingBox } from '@cairn/geometry';
import { oldestKept } from '../history/kept-versions.js';
import { boundsOf } from './bounds.js';
import {
  type ContentSummary,
  EMPTY_SUMMARY,
  nextSummary,
  type SummarisedFeature,
} from './content-summary.js';

/**
 * Which features a space has: the same content and version are the same features. A version alone is not enough,
 * because a space that is removed and made again counts its versions from the beginning.
 */
export interface ContentVersion {
  /** Never used again for the content of another space; empty for a space never written to. */
  readonly content: string;
  /** Number of changes: 0 for a space never written to, one more for every write that changes anything. */
  readonly version: number;
}

/** What a space knows of its features without looking at them. */
export interface ContentHead extends ContentVersion {
  /** The oldest version of which all features are still known: `version` if no history is kept. */
  readonly oldestVersion: number;
  /** How many features there are. */
  readonly total: number;
  /** One box around all geometries, as `boundsOf` makes it; absent while nothing has a geometry. */
  readonly bounds: BoundingBox | undefined;
  /** False if a feature at the edge of the bounds has gone, so that they may be larger than necessary. */
  readonly boundsExact: boolean;
  /** Statistics of the features. */
  readonly summary: ContentSummary;
}

/** The head of a space never written to. */
export const EMPTY_HEAD: ContentHead = {
  content: '',
  version: 0,
  oldestVersion: 0,
  total: 0,
  bounds: undefined,
  boundsExact: true,
  summary: EMPTY_SUMMARY,
};

/** A feature that came or went, as far as the head knows it. */
export type CountedFeature = SummarisedFeature;

/** The head after features came and went, at the next version. */
export function nextHead(
  head: ContentHead,
  change: {
    readonly added: number;
    /** Number of versions that the space keeps. */
    readonly versionsToKeep: number;
    readonly here: readonly CountedFeature[];
    readonly gone: readonly CountedFeature[];
  },
): ContentHead {
  const [version, total] = [head.version + 1, head.total + change.added];
  const { here, gone, versionsToKeep } = change;
  const { content } = head;
  const oldestVersion = oldestKept(head, version, versionsToKeep);
  if (total === 0) return { ...EMPTY_HEAD, content, version, oldestVersion };
  const touches = gone.some(({ boxes }) =>
    boxes.some((box) => box.some((degrees, side) => degrees === head.bounds?.[side])),
  );
  return {
    content,
    version,
    oldestVersion,
    total,
    bounds: boundsOf([head.bounds, boundsOf(here.flatMap(({ boxes }) => boxes))]),
    boundsExact: head.boundsExact && !touches,
    summary: nextSummary(head.total === 0 ? EMPTY_SUMMARY : head.summary, here, gone),
  };
}
