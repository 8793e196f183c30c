import { Random } from '../random.js';
import type { StoreInspection } from './store-inspection.js';
import type { Choosing } from './combinations.js';
import type { DiskEvent } from './disk-events.js';
import { cutsOf, imagesAfter } from './power-cut.js';

/** What is to be tried. */
export interface Trial {
  readonly events: readonly DiskEvent[];
  readonly inspection: StoreInspection;
  readonly seed: number;
  /** How many images are looked at after each cut. */
  readonly most: number;
}

/** What promises are broken when the power is cut at any time. */
export async function faultsAtEveryCut(trial: Trial): Promise<readonly string[]> {
  const faults = new Set<string>();
  for (const at of cutsOf(trial.events)) for (const fault of await faultsAt(trial, at)) faults.add(fault);
  return [...faults];
}

/** What promises are broken when the power is cut after all that has happened. */
export async function faultsAtTheEnd(trial: Trial): Promise<readonly string[]> {
  return await faultsAt(trial, trial.events.length);
}

/** Whether some promise is broken when the power is cut at any time, and this sync did nothing. */
export async function isNeeded({ events, inspection, ...trial }: Trial, sync: DiskEvent): Promise<boolean> {
  for (const at of cutsOf(events).toReversed())
    for (const image of imagesAfter({ events, at, without: sync }, choosing(trial)))
      if ((await inspection.faultsOf(image, at)).length > 0) return true;
  return false;
}

async function faultsAt({ events, inspection, ...trial }: Trial, at: number): Promise<readonly string[]> {
  const images = [...imagesAfter({ events, at }, choosing(trial))];
  const found = await Promise.all(images.map((image) => inspection.faultsOf(image, at)));
  return found.flat().map((fault) => `power cut before event ${at} of ${events.length}: ${fault}`);
}

function choosing({ seed, most }: Pick<Trial, 'seed' | 'most'>): Choosing {
  return { most, random: new Random(seed) };
}
