import type { WriteResult } from '@cairn/spaces';
import type { OverlaidFeature } from './overlay.js';

/** What one write made of a content. */
export interface ContentChange {
  readonly content: string;
  /** The version that it made. */
  readonly version: number;
  readonly features: readonly OverlaidFeature[];
  readonly removed: readonly string[];
}

/** `none` if the write changed nothing; `unknown` if its result does not tell what it changed. */
export function changeOf(result: WriteResult): ContentChange | 'none' | 'unknown' {
  const { inserted, updated, deleted, puts, content, version } = result;
  if (inserted.length + updated.length + deleted.length === 0) return 'none';
  if (puts === undefined || content === undefined) return 'unknown';
  const stored = new Set(puts.map(({ feature }) => feature.id));
  const features = puts.map(({ feature, boxes }) => ({ feature, boxes }));
  return { content, version, features, removed: deleted.filter((id) => !stored.has(id)) };
}
