import type { ApplicationEvents } from '../settings/application-settings.js';

const TYPE = 'CairnBackground';

const warnings: ApplicationEvents = {
  swept: ({ outcome, orphans, blobs, missing }) => {
    if (outcome === 'refused')
      process.emitWarning(`The sweep removed nothing: ${orphans} of ${blobs} blobs have no image.`, TYPE);
    if (missing.length > 0) process.emitWarning(`The bytes of ${missing.length} image(s) are missing.`, TYPE);
  },
  jobFailed: (job, error) => process.emitWarning(`The job ${job} failed: ${String(error)}`, TYPE),
  consumerFailed: (consumer, error) =>
    process.emitWarning(`The consumer ${consumer} failed: ${String(error)}`, TYPE),
};

/**
 * The callbacks, by default warnings. An error thrown by a callback becomes a warning: it ends neither the work that it
 * is told of nor the process.
 */
export function toldEvents(events: ApplicationEvents = warnings): {
  readonly [K in keyof ApplicationEvents]: (...facts: Parameters<ApplicationEvents[K]>) => void;
} {
  const told = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      process.emitWarning(`A callback about background work failed: ${String(error)}`, TYPE);
    }
  };
  return {
    swept: (report) => told(() => events.swept(report)),
    jobFailed: (job, error) => told(() => events.jobFailed(job, error)),
    consumerFailed: (consumer, error) => told(() => events.consumerFailed(consumer, error)),
  };
}
