import { Clock, DomainError, WorkAttempts, type PortsOf } from '@cairn/kernel';
import { FeatureReader } from './importing/feature-reader.js';
import { FeatureMaintenance } from './feature-maintenance.js';

interface Copying {
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** Number of features that got copies, and number of failures. */
export interface CopyReport {
  readonly copied: number;
  readonly failed: number;
}

/** Making the copies of a feature would take too much time or memory. */
class CopiesTooDear extends DomainError {
  readonly code = 'copies-too-dear';

  constructor() {
    super('To generalise this feature takes too much time or memory. Its tiles are drawn of all of it.');
  }
}

/**
 * Interval of the runs that also look at features which rest after a failure. Only these runs notice which of them are
 * gone, and they take longer because they read those features.
 */
const WHOLE_EVERY_MS = 60 * 60 * 1000;

/** The name of the job. */
export const COPY_JOB = 'copy-large-features';

/** Makes the copies of large features from which tiles of low zooms are drawn. */
export class CopyFeatures {
  static readonly ports = {
    maintenance: FeatureMaintenance,
    reader: FeatureReader,
    attempts: WorkAttempts,
    clock: Clock,
  };

  /** Start of the latest run that also looked at features which had failed before. */
  private wholeAt = -Infinity;

  constructor(private readonly ports: PortsOf<typeof CopyFeatures.ports>) {}

  /**
   * Runs until every large feature was looked at, or it is stopped. The tiles of a feature that fails are drawn from
   * all of it.
   * @throws {StorageUnavailable} The rest is left to the next run.
   */
  async execute({ signal }: Copying = {}): Promise<CopyReport> {
    const { maintenance, reader, attempts, clock } = this.ports;
    const run = attempts.run(COPY_JOB);
    const startedAt = clock.now();
    const isWhole = startedAt - this.wholeAt >= WHOLE_EVERY_MS;
    const resting = isWhole ? [] : await run.resting();
    let copied = 0;
    let next = await maintenance.uncopied(undefined, resting);
    while (next !== undefined && signal?.aborted !== true) {
      const { key, body } = next;
      const copy = async (): Promise<void> => {
        const copies = await reader.copies(body);
        if (copies === 'too-dear') throw new CopiesTooDear();
        await maintenance.addCopies(key, copies);
        if (copies.length > 0) copied += 1;
      };
      await run.attempt(key, copy, { signal });
      next = await maintenance.uncopied(key, resting);
    }
    if (isWhole && next === undefined) {
      await run.forgetOthers();
      this.wholeAt = startedAt;
    }
    return { copied, failed: run.failed };
  }
}
