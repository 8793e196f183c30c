import type { Cycle } from '../kills.js';

/** What is stored after a kill and one sweep: the titles of each kind, and the keys of blobs. */
export interface Found {
  readonly spaces: readonly string[];
  readonly grants: readonly string[];
  readonly images: readonly string[];
  readonly notes: readonly string[];
  readonly neededBlobs: readonly string[];
  readonly blobs: readonly string[];
  /** Uploads whose transaction was never committed. */
  readonly discarded: number;
}

const KINDS = ['spaces', 'grants', 'images', 'notes'] as const;

/** Everything that was acknowledged is there, everything is there whole, and there are no bytes without a record. */
export function audit(acknowledged: readonly string[], found: Found): Cycle {
  const faults: string[] = [];
  const titles = new Set([...acknowledged, ...KINDS.flatMap((kind) => found[kind])]);
  for (const kind of KINDS) {
    const known = new Set(found[kind]);
    for (const title of titles) if (!known.has(title)) faults.push(`not among ${kind}: ${title}`);
    if (known.size < found[kind].length) faults.push(`some are twice among ${kind}`);
  }
  const [needed, blobs] = [new Set(found.neededBlobs), new Set(found.blobs)];
  for (const key of needed) if (!blobs.has(key)) faults.push(`bytes are gone: ${key}`);
  for (const key of blobs) if (!needed.has(key)) faults.push(`bytes are left: ${key}`);
  const counts = {
    'transactions acknowledged': acknowledged.length,
    'transactions committed': found.notes.length,
    'uploads discarded': found.discarded,
  };
  return { counts, faults };
}
