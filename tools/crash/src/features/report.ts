import { chosenStores } from '../chosen-stores.js';
import { crashFeatures, type FeatureCycle } from './feature-crash.js';
import { featureControls } from './feature-controls.js';

interface FeatureRun {
  readonly kills: number;
  readonly seed: number;
  /** As `--store` has it. */
  readonly store: string;
  readonly say: (text: string) => void;
}

/** A line about one kill. */
export function progressOf(
  { number, delayMs, writes, batches, chunks, versions, faults }: FeatureCycle,
  kills: number,
): string {
  const parts = [
    `${delayMs} ms`,
    `${writes.acknowledged} writes, ${writes.inFlight} in flight`,
    `${versions} versions`,
    `${batches.acknowledged} batches (${chunks} parts of imports), ${batches.inFlight} in flight, ${batches.survived} of them stored`,
    faults.length === 0 ? 'ok' : `${faults.length} FAULTS`,
  ];
  return `${String(number).padStart(4)}/${kills}  ${parts.join(' · ')}`;
}

/** Kills a server while features are written, and prints what was found. Returns whether every promise was kept. */
export async function runFeatures({ kills, seed, store, say }: FeatureRun): Promise<boolean> {
  const { name, open } = chosenStores(store);
  say(`${kills} kills while features are written, ${name}, seed ${seed}`);
  const { env, close } = await open();
  const report = (cycle: FeatureCycle): void => say(progressOf(cycle, kills));
  const cycles = await crashFeatures({ kills, seed, env, report }).finally(close);
  const sum = (count: (cycle: FeatureCycle) => number): number =>
    cycles.reduce((total, cycle) => total + count(cycle), 0);
  say(
    `${sum(({ writes }) => writes.acknowledged)} writes and ${sum(({ batches }) => batches.acknowledged)} batches acknowledged, of which ${sum(({ chunks }) => chunks)} are parts of imports`,
  );
  const faults = cycles.flatMap((cycle) => cycle.faults);
  faults.forEach((fault) => say(`FAULT ${fault}`));
  say(
    faults.length === 0
      ? `Every promise was kept through ${cycles.length} kills.`
      : `Again: --features ${kills} --store ${store} --seed ${seed}`,
  );
  return faults.length === 0;
}

/** Whether every control was detected. */
export async function runFeatureControls({ seed, say }: Pick<FeatureRun, 'seed' | 'say'>): Promise<boolean> {
  const missed: string[] = [];
  for (const [name, control] of Object.entries(featureControls)) {
    const faults = (await crashFeatures({ kills: 1, seed, control })).flatMap((cycle) => cycle.faults);
    const fault = faults.find((text) => control.noticed.test(text));
    say(
      `${fault === undefined ? 'MISSED' : 'noticed'}  ${name}: ${control.what}\n         ${fault ?? faults.join('; ')}`,
    );
    if (fault === undefined) missed.push(name);
  }
  say(
    missed.length === 0 ? 'Everything that was broken was detected.' : `Not detected: ${missed.join(', ')}`,
  );
  return missed.length === 0;
}
