import { Random } from '@cairn/harness';
import type { StoreInspection } from './store-inspection.js';
import type { Sampling } from './combinations.js';
import type { DiskEvent } from './disk-events.js';
import { cutsOf, imagesAfter } from './power-cut.js';

/** The events and store of one run. */
export interface Trial {
  readonly events: readonly DiskEvent[];
  readonly inspection: StoreInspection;
  readonly seed: number;
  /** Maximum number of images examined per cut. */
  readonly most: number;
}

/** Promises broken by a power cut at any point. */
export async function faultsAtEveryCut(trial: Trial): Promise<readonly string[]> {
  const faults = new Set<string>();
  for (const at of cutsOf(trial.events)) for (const fault of await faultsAt(trial, at)) faults.add(fault);
  return [...faults];
}

/** Promises broken by a power cut after the last event. */
export async function faultsAtTheEnd(trial: Trial): Promise<readonly string[]> {
  return await faultsAt(trial, trial.events.length);
}

/** Whether a power cut at some point breaks a promise if this sync is left out. */
export async function isNeeded({ events, inspection, ...trial }: Trial, sync: DiskEvent): Promise<boolean> {
  for (const at of cutsOf(events).toReversed())
    for (const image of imagesAfter({ events, at, without: sync }, sampling(trial)))
      if ((await inspection.faultsOf(image, at)).length > 0) return true;
  return false;
}

async function faultsAt({ events, inspection, ...trial }: Trial, at: number): Promise<readonly string[]> {
  const images = [...imagesAfter({ events, at }, sampling(trial))];
  const found = await Promise.all(images.map((image) => inspection.faultsOf(image, at)));
  return found.flat().map((fault) => `power cut before event ${at} of ${events.length}: ${fault}`);
}

function sampling({ seed, most }: Pick<Trial, 'seed' | 'most'>): Sampling {
  return { most, random: new Random(seed) };
}
