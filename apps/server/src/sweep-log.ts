import type { ApplicationEvents } from '@cairn/composition';
import type { Logger } from 'pino';

const SHOWN = 100;

/** Logs what sweeps did, and every image whose bytes are gone as an error. */
export function sweepLog(log: Logger): ApplicationEvents {
  return {
    swept: ({ orphansDeleted, stagedDiscarded, missing }) => {
      const level = orphansDeleted + stagedDiscarded + missing.length > 0 ? 'info' : 'debug';
      log[level]({ orphansDeleted, stagedDiscarded, missing: missing.length }, 'swept');
      for (const { imageId, blobKey } of missing.slice(0, SHOWN))
        log.error({ imageId, blobKey }, 'the bytes of an image are missing');
    },
    sweepFailed: (error) => log.error({ err: error }, 'the sweep failed'),
  };
}
