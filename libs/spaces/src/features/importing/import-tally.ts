import type { FeatureFailure } from '../writing/modification.js';
import type { WriteResult } from '../writing/write-batch.js';
import type { StreamedFeature } from './feature-reader.js';
import {
  type ImportEnd,
  type ImportFailure,
  type ImportProgress,
  type ImportReport,
  MAX_LISTED_FAILURES,
} from './import-report.js';
import type { SettledChunk } from './repeated-ids.js';

/** Sums up the results of the chunks of an import. */
export class ImportTally {
  private counts: ImportProgress;
  private readonly failures: ImportFailure[] = [];
  private latest: readonly ImportFailure[] = [];

  /** @param version The version of the space before the import. */
  constructor(version: number) {
    const nothing = { inserted: 0, updated: 0, deleted: 0, unchanged: 0, merged: 0, numbered: 0, failed: 0 };
    this.counts = { read: 0, readBytes: 0, ...nothing, version, chunks: 0 };
  }

  get progress(): ImportProgress {
    return this.counts;
  }

  /** All failures of the last chunk. */
  get latestFailures(): readonly ImportFailure[] {
    return this.latest;
  }

  add({ features, readBytes, merged, numbered }: SettledChunk, result: WriteResult): void {
    const written = features.filter(({ parsed: { draft } }) => draft !== undefined);
    this.latest = [
      ...features.flatMap(faultsOf),
      ...result.failed.flatMap((failure) => failureOf(written[failure.index], failure)),
    ].sort((one, other) => one.position - other.position);
    this.failures.push(...this.latest.slice(0, MAX_LISTED_FAILURES - this.failures.length));
    const counted = withoutMerged(result, merged);
    const before = this.counts;
    const changed = result.inserted.length + result.updated.length + result.deleted.length;
    this.counts = {
      read: before.read + features.length,
      readBytes,
      inserted: before.inserted + result.inserted.length,
      updated: before.updated + counted.updated,
      deleted: before.deleted + result.deleted.length,
      unchanged: before.unchanged + counted.unchanged,
      merged: before.merged + counted.merged,
      numbered: before.numbered + numbered,
      failed: before.failed + features.length - written.length + result.failed.length,
      version: result.version,
      firstVersion: before.firstVersion ?? (changed > 0 ? result.version : undefined),
      chunks: before.chunks + 1,
    };
  }

  report(end: ImportEnd): ImportReport {
    return { ...this.counts, end, failures: this.failures };
  }
}

/**
 * The counts after each merged feature is moved from updated or unchanged to merged. Merged features that are in
 * neither list, such as failed ones, are not counted.
 */
function withoutMerged(
  { updated, unchanged }: WriteResult,
  merged: readonly string[],
): Readonly<Record<'updated' | 'unchanged' | 'merged', number>> {
  if (merged.length === 0) return { updated: updated.length, unchanged: unchanged.length, merged: 0 };
  const left = { updated: countsOf(updated), unchanged: countsOf(unchanged) };
  const taken = { updated: 0, unchanged: 0 };
  for (const id of merged) {
    const kind = left.unchanged.has(id) ? 'unchanged' : 'updated';
    const count = left[kind].get(id) ?? 0;
    if (count > 0) taken[kind] += 1;
    if (count > 1) left[kind].set(id, count - 1);
    else left[kind].delete(id);
  }
  return {
    updated: updated.length - taken.updated,
    unchanged: unchanged.length - taken.unchanged,
    merged: taken.updated + taken.unchanged,
  };
}

function countsOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function faultsOf({
  position,
  offsetInBytes,
  lengthInBytes,
  parsed,
}: StreamedFeature): readonly ImportFailure[] {
  if (parsed.draft !== undefined) return [];
  const { id, faults } = parsed;
  return faults.map((fault) => ({ position, offsetInBytes, lengthInBytes, id, ...fault }));
}

function failureOf(
  feature: StreamedFeature | undefined,
  { id, pointer = '', reason, detail }: FeatureFailure,
): readonly ImportFailure[] {
  if (feature === undefined) return [];
  const { position, offsetInBytes, lengthInBytes } = feature;
  return [{ position, offsetInBytes, lengthInBytes, id, pointer, code: reason, detail }];
}
