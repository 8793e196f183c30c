import { crashPhotos, type PhotoCycle } from './photo-crash.js';

/** Runs the kills and prints the result. Returns whether features were photos with a position after each. */
export async function runPhotos({
  kills,
  seed,
  say,
}: {
  readonly kills: number;
  readonly seed: number;
  readonly say: (text: string) => void;
}): Promise<boolean> {
  say(`${kills} kills while photos come and go, seed ${seed}`);
  const cycles = await crashPhotos({ kills, seed, report: (cycle) => say(line(cycle, kills)) });
  const total = (of: (cycle: PhotoCycle) => number): number =>
    cycles.reduce((sum, cycle) => sum + of(cycle), 0);
  say(
    `${total(({ uploads }) => uploads)} uploads, ${total(({ deletes }) => deletes)} deletes, ` +
      `${total(({ tags }) => tags)} changes of tags and ${total(({ switches }) => switches)} switches acknowledged; ` +
      `compared at most ${Math.max(...cycles.map(({ settledMs }) => settledMs))} ms after the start`,
  );
  const faults = cycles.flatMap((cycle) => cycle.faults);
  faults.forEach((fault) => say(`FAULT ${fault}`));
  if (faults.length === 0) say('After every kill the features were the photos with a position, exactly.');
  return faults.length === 0;
}

function line({ number, ...cycle }: PhotoCycle, kills: number): string {
  const { delayMs, uploads, deletes, tags, photos, features, settledMs, faults } = cycle;
  const result = faults.length === 0 ? 'ok' : `${faults.length} FAULTS`;
  return `${String(number).padStart(4)}/${kills}  ${delayMs} ms · ${uploads} uploads, ${deletes} deletes, ${tags} tags · ${photos} photos, ${features} features · settled in ${settledMs} ms · ${result}`;
}
