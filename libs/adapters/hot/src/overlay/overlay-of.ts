import { compareTexts } from '@cairn/kernel';
import type { ChangeLog } from './change-log.js';
import type { ContentChange } from './content-change.js';
import type { OverlaidFeature, Overlay } from './overlay.js';

/** Where features are in a pack. */
export interface Positions {
  /** `undefined` if the pack has no feature of this id. */
  positionOf(id: string): number | undefined;
}

/** What a log makes of a pack. */
export function overlayOf(log: ChangeLog, pack: Positions): Overlay {
  const features: OverlaidFeature[] = [];
  const hidden = new Set<number>();
  for (const [id, overlaid] of log.entries()) {
    hide(hidden, pack.positionOf(id));
    if (overlaid !== undefined) features.push(overlaid);
  }
  features.sort((one, other) => compareTexts(one.feature.id, other.feature.id));
  return { features, hidden };
}

/** The overlay after one more change. */
export function overlayAfter(
  { features: before, hidden: hiddenBefore }: Overlay,
  { features: written, removed }: ContentChange,
  pack: Positions,
): Overlay {
  const features = [...before];
  const hidden = new Set(hiddenBefore);
  for (const overlaid of written) {
    const { id } = overlaid.feature;
    hide(hidden, pack.positionOf(id));
    const { at, isThere } = find(features, id);
    features.splice(at, isThere ? 1 : 0, overlaid);
  }
  for (const id of removed) {
    hide(hidden, pack.positionOf(id));
    const { at, isThere } = find(features, id);
    if (isThere) features.splice(at, 1);
  }
  return { features, hidden };
}

function hide(hidden: Set<number>, position: number | undefined): void {
  if (position !== undefined) hidden.add(position);
}

/** Where the feature is among those, or belongs. */
function find(features: readonly OverlaidFeature[], id: string): { at: number; isThere: boolean } {
  let [from, to] = [0, features.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const there = features[middle]?.feature.id ?? '';
    const order = compareTexts(there, id);
    if (order === 0) return { at: middle, isThere: true };
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return { at: from, isThere: false };
}
