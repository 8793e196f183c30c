import { WorkAttempts, type PortsOf } from '@cairn/kernel';
import { FeatureMaintenance } from './feature-maintenance.js';
import { takeSteps, type FailedStep } from './indexing/failed-step.js';

/** The name of the job. */
export const INDEX_JOB = 'index-features';

/** Number of features processed, and total. */
export interface IndexingProgress {
  readonly done: number;
  readonly total: number;
}

/** When to stop, and a callback for progress. */
export interface Indexing {
  readonly signal?: { readonly aborted: boolean };
  readonly report?: (progress: IndexingProgress) => void;
}

/** Makes the indexes that the `searchableProperties` of spaces ask for; for a job in the background. */
export class IndexFeatures {
  static readonly ports = { maintenance: FeatureMaintenance, attempts: WorkAttempts };

  constructor(private readonly ports: PortsOf<typeof IndexFeatures.ports>) {}

  /** Runs until nothing is left, or it is stopped. Returns the number of features processed, repeats included. */
  async execute({ signal, report }: Indexing = {}): Promise<number> {
    const { maintenance, attempts } = this.ports;
    let done = 0;
    const step = async (skipped: readonly string[]): Promise<FailedStep | 'more' | 'done'> => {
      const built = await maintenance.index(skipped);
      if (built === 'done' || 'failed' in built) return built;
      done += built.looked;
      report?.({ done, total: done + built.left });
      return 'more';
    };
    await takeSteps(step, attempts.run(INDEX_JOB), signal);
    return done;
  }
}
