import { chosenStores } from '../chosen-stores.js';
import { crashPhotos, type PhotoCycle } from './photo-crash.js';

/** Runs the kills and prints the result. Returns whether features were photos with a position after each. */
export async function runPhotos({
  kills,
  seed,
  store,
  say,
}: {
  readonly kills: number;
  readonly seed: number;
  /** As `--store` has it. */
  readonly store: string;
  readonly say: (text: string) => void;
}): Promise<boolean> {
  const { name, open } = chosenStores(store);
  say(`${kills} kills while photos come and go, ${name}, seed ${seed}`);
  const { env, close } = await open();
  const report = (cycle: PhotoCycle): void => say(line(cycle, kills));
  const cycles = await crashPhotos({ kills, seed, env, report }).finally(close);
  const total = (of: (cycle: PhotoCycle) => number): number =>
    cycles.reduce((sum, cycle) => sum + of(cycle), 0);
  say(
    `${total(({ uploads }) => uploads)} uploads, ${total(({ deletes }) => deletes)} deletes, ` +
      `${total(({ tags }) => tags)} changes of tags and ${total(({ switches }) => switches)} switches acknowledged; ` +
      `compared at most ${Math.max(...cycles.map(({ settledMs }) => settledMs))} ms after the start`,
  );
  const faults = cycles.flatMap((cycle) => cycle.faults);
  faults.forEach((fault) => say(`FAULT ${fault}`));
  say(
    faults.length === 0
      ? 'After every kill the features were the photos with a position, exactly.'
      : `Again: --photos ${kills} --store ${store} --seed ${seed}`,
  );
  return faults.length === 0;
}

function line({ number, ...cycle }: PhotoCycle, kills: number): string {
  const { delayMs, uploads, deletes, tags, photos, features, settledMs, faults } = cycle;
  const result = faults.length === 0 ? 'ok' : `${faults.length} FAULTS`;
  return `${String(number).padStart(4)}/${kills}  ${delayMs} ms · ${uploads} uploads, ${deletes} deletes, ${tags} tags · ${photos} photos, ${features} features · settled in ${settledMs} ms · ${result}`;
}
