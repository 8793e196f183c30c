import type { FeatureFailure } from '../writing/modification.js';
import type { WriteResult } from '../writing/write-batch.js';
import type { StreamedChunk, StreamedFeature } from './feature-reader.js';
import {
  type ImportEnd,
  type ImportFailure,
  type ImportProgress,
  type ImportReport,
  MAX_LISTED_FAILURES,
} from './import-report.js';

/** Adds up what became of the chunks of an import. */
export class ImportTally {
  private counts: ImportProgress;
  private readonly failures: ImportFailure[] = [];

  /** @param version Of the space before the import. */
  constructor(version: number) {
    const nothing = { inserted: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
    this.counts = { read: 0, readBytes: 0, ...nothing, version, chunks: 0 };
  }

  get progress(): ImportProgress {
    return this.counts;
  }

  add({ features, readBytes }: StreamedChunk, result: WriteResult): void {
    const written = features.filter(({ parsed: { draft } }) => draft !== undefined);
    const failures = [
      ...features.flatMap(faultsOf),
      ...result.failed.flatMap((failure) => failureOf(written[failure.index], failure)),
    ];
    const left = MAX_LISTED_FAILURES - this.failures.length;
    this.failures.push(...failures.sort((one, other) => one.position - other.position).slice(0, left));
    const before = this.counts;
    const changed = result.inserted.length + result.updated.length + result.deleted.length;
    this.counts = {
      read: before.read + features.length,
      readBytes,
      inserted: before.inserted + result.inserted.length,
      updated: before.updated + result.updated.length,
      deleted: before.deleted + result.deleted.length,
      unchanged: before.unchanged + result.unchanged.length,
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

function faultsOf({ position, offsetInBytes, parsed }: StreamedFeature): readonly ImportFailure[] {
  if (parsed.draft !== undefined) return [];
  const { id, faults } = parsed;
  return faults.map((fault) => ({ position, offsetInBytes, id, ...fault }));
}

function failureOf(
  feature: StreamedFeature | undefined,
  { id, pointer = '', reason, detail }: FeatureFailure,
): readonly ImportFailure[] {
  if (feature === undefined) return [];
  const { position, offsetInBytes } = feature;
  return [{ position, offsetInBytes, id, pointer, code: reason, detail }];
}
