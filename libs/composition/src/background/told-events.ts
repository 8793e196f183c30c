import type { ApplicationEvents } from '../settings/application-settings.js';
import type { BackgroundFailures } from './background-failures.js';

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
 * The callbacks, by default warnings, and what counts failures. An error thrown by a callback becomes a warning: it ends neither the work that it
 * is told of nor the process.
 */
export function toldEvents(
  given: Partial<ApplicationEvents> = {},
  failures?: BackgroundFailures,
): {
  readonly [K in keyof ApplicationEvents]: (...facts: Parameters<ApplicationEvents[K]>) => void;
} {
  const told = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      process.emitWarning(`A callback about background work failed: ${String(error)}`, TYPE);
    }
  };
  // Called on the given object, which may be an instance of a class.
  const heard = (name: keyof ApplicationEvents): Partial<ApplicationEvents> =>
    given[name] === undefined ? warnings : given;
  return {
    swept: (report) => told(() => heard('swept').swept?.(report)),
    jobFailed: (job, error) => {
      failures?.add(job);
      told(() => heard('jobFailed').jobFailed?.(job, error));
    },
    consumerFailed: (consumer, error) => {
      failures?.add(consumer);
      told(() => heard('consumerFailed').consumerFailed?.(consumer, error));
    },
  };
}
