import { DomainError, StorageUnavailable, type PortsOf } from '@cairn/kernel';
import { FeatureTrash } from './feature-trash.js';
import { restoreInSteps, restoringPorts } from './restore-steps.js';

/** The name of the job. */
export const RESTORE_JOB = 'restore-features';

/** Restores deletions of so many features that no request waits for it; for a job in the background. */
export class RestoreWanted {
  static readonly ports = { ...restoringPorts, trash: FeatureTrash };

  constructor(private readonly ports: PortsOf<typeof RestoreWanted.ports>) {}

  /**
   * Runs until no deletion is left to restore, or it is cancelled: the next run continues. Returns the number of
   * features.
   */
  async execute(cancellation?: { readonly aborted: boolean }): Promise<number> {
    const { trash } = this.ports;
    let restored = 0;
    for (;;) {
      const wanted = await trash.findWanted();
      if (wanted === undefined) return restored;
      const { entry, spaceId, maxFeatures } = wanted;
      const steps = { entry, maxFeatures, most: Infinity, cancellation };
      const taken = await restoreInSteps(this.ports, spaceId, steps).catch(insteadOfRefusal);
      restored += taken.restored;
      if (cancellation?.aborted === true) return restored;
      await trash.unwant(entry);
    }
  }
}

/** The space or the entry has gone meanwhile. */
function insteadOfRefusal(error: unknown): { readonly restored: number } {
  if (error instanceof DomainError && !(error instanceof StorageUnavailable)) return { restored: 0 };
  throw error;
}
