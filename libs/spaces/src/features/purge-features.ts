import { WorkAttempts, type PortsOf } from '@cairn/kernel';
import { FeatureMaintenance } from './feature-maintenance.js';
import { takeSteps } from './indexing/failed-step.js';

/** The name of the job. */
export const PURGE_JOB = 'purge-features';

/** Removes for good what removed spaces and features have left behind; for a job in the background. */
export class PurgeFeatures {
  static readonly ports = { maintenance: FeatureMaintenance, attempts: WorkAttempts };

  constructor(private readonly ports: PortsOf<typeof PurgeFeatures.ports>) {}

  /** Runs until nothing is left, or it is cancelled. */
  async execute(cancellation?: { readonly aborted: boolean }): Promise<void> {
    const { maintenance, attempts } = this.ports;
    await takeSteps((skipped) => maintenance.purge(skipped), attempts.run(PURGE_JOB), cancellation);
  }
}
