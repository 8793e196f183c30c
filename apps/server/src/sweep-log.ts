import type { ApplicationEvents } from '@cairn/composition';
import type { SweepReport } from '@cairn/images';
import type { Logger } from 'pino';

const SHOWN = 100;

/** Logs what sweeps did, and as errors what a person has to look at. */
export function sweepLog(log: Logger): ApplicationEvents {
  return {
    swept: ({ missing, ...report }) => {
      const counts = { ...report, missing: missing.length };
      if (report.outcome === 'refused')
        log.error(
          counts,
          'the sweep took nothing away: too many blobs have no image in this database. Is it the right one, and not ' +
            'an older backup? If it is, stop the server and run `npm run adopt-store -- --quarantine-orphans`',
        );
      else log[didSomething(report) || missing.length > 0 ? 'info' : 'debug'](counts, 'swept');
      for (const { imageId, blobKey } of missing.slice(0, SHOWN))
        log.error({ imageId, blobKey }, 'the bytes of an image are missing');
    },
    sweepFailed: (error) => log.error({ err: error }, 'the sweep failed'),
  };
}

function didSomething({
  quarantined,
  restored,
  deleted,
  stagedDiscarded,
}: Omit<SweepReport, 'missing'>): boolean {
  return quarantined + restored + deleted + stagedDiscarded > 0;
}
