import type { ApplicationEvents } from '@cairn/composition';
import type { SweepReport } from '@cairn/images';
import type { Logger } from 'pino';

const MAX_MISSING_LOGGED = 100;

/** Logs the results of background jobs. Results that need an operator's attention are logged as errors. */
export function backgroundLog(log: Logger): ApplicationEvents {
  return {
    swept: ({ missing, ...report }) => {
      const counts = { ...report, missing: missing.length };
      if (report.outcome === 'refused')
        log.error(
          counts,
          'the sweep deleted nothing: too many blobs have no image in this database. Is it the right one, and not ' +
            'an older backup? If it is, stop the server and run `npm run adopt-store -- --quarantine-orphans`',
        );
      else log[hasChanges(report) || missing.length > 0 ? 'info' : 'debug'](counts, 'swept');
      for (const { imageId, blobKey } of missing.slice(0, MAX_MISSING_LOGGED))
        log.error({ imageId, blobKey }, 'the bytes of an image are missing');
    },
    jobFailed: (job, error) => log.error({ err: error, job }, 'a job failed'),
    consumerFailed: (consumer, error) => log.error({ err: error, consumer }, 'an event was not handled'),
  };
}

function hasChanges({
  quarantined,
  restored,
  deleted,
  stagedDiscarded,
}: Omit<SweepReport, 'missing'>): boolean {
  return quarantined + restored + deleted + stagedDiscarded > 0;
}
