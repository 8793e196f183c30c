import type { SweepBlobs } from '@cairn/images';
import type { ApplicationEvents, ApplicationSettings, SweepSettings } from './settings.js';

const HOUR_MS = 60 * 60 * 1000;
const TYPE = 'CairnSweep';

const warnings: ApplicationEvents = {
  swept: ({ outcome, orphans, blobs, missing }) => {
    if (outcome === 'refused')
      process.emitWarning(`The sweep took nothing away: ${orphans} of ${blobs} blobs have no image.`, TYPE);
    if (missing.length > 0) process.emitWarning(`The bytes of ${missing.length} image(s) are missing.`, TYPE);
  },
  sweepFailed: (error) => process.emitWarning(`The sweep failed: ${String(error)}`, TYPE),
};

/** Work in the background: `stop` has it end before its next step, and waits for that. */
export interface Sweeping {
  stop(): Promise<void>;
}

/** What is asked before every sweep. */
export interface SweepConditions {
  /** Whether this node is the one that sweeps. */
  readonly leads: () => Promise<boolean>;
  /** Rejects where the stores do not belong together any more. */
  readonly belongTogether: () => Promise<unknown>;
}

/** Sweeps now and then regularly, never twice at once and only while this node leads. */
export function startSweeping(
  sweep: SweepBlobs,
  { leads, belongTogether }: SweepConditions,
  settings: ApplicationSettings,
): Sweeping {
  const { sweep: when, events = warnings } = settings;
  if (when === 'never') return { stop: async () => undefined };
  const { everyMs = HOUR_MS, ...options }: SweepSettings = when ?? {};
  const ending = new AbortController();
  const { signal } = ending;
  const run = async (): Promise<void> => {
    try {
      if (signal.aborted || !(await leads())) return;
      await belongTogether();
      events.swept(await sweep.execute({ ...options, signal }));
    } catch (error) {
      if (!signal.aborted) events.sweepFailed(error);
    }
  };
  let underWay = run();
  const timer = setInterval(() => {
    underWay = underWay.then(run);
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      await underWay;
    },
  };
}
