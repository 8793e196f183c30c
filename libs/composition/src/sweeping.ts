import { SWEEP_GRACE_MS, type SweepBlobs } from '@cairn/images';
import type { DatabasePart } from './adapter-modules.js';
import type { ApplicationEvents, ApplicationSettings } from './settings.js';

const HOUR_MS = 60 * 60 * 1000;

const warnings: ApplicationEvents = {
  swept: ({ missing }) => {
    if (missing.length > 0)
      process.emitWarning(`The bytes of ${missing.length} image(s) are missing.`, 'CairnSweep');
  },
  sweepFailed: (error) => process.emitWarning(`The sweep failed: ${String(error)}`, 'CairnSweep'),
};

/** Sweeps now and then regularly, never twice at once and only while this node leads; `stop` waits for it. */
export function startSweeping(
  sweep: SweepBlobs,
  { leads }: Pick<DatabasePart, 'leads'>,
  settings: ApplicationSettings,
): { stop(): Promise<void> } {
  const { sweep: when = { everyMs: HOUR_MS, graceMs: SWEEP_GRACE_MS }, events = warnings } = settings;
  if (when === 'never') return { stop: async () => undefined };
  const run = async (): Promise<void> => {
    try {
      if (await leads()) events.swept(await sweep.execute(when.graceMs));
    } catch (error) {
      events.sweepFailed(error);
    }
  };
  let underWay = run();
  const timer = setInterval(() => {
    underWay = underWay.then(run);
  }, when.everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
