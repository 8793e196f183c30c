import { Random } from '@cairn/harness';
import { monsterKinds, type Monster } from './monster-shapes.js';

/** How many positions a monster has: most few, one in fifty many, the largest of each kind a million at most. */
const SMALL = 300;
const LARGE = 20_000;
const ONE_IN = 50;
/** What has so many positions: they are the first of all. */
const HUGE: Readonly<Record<string, number>> = {
  openPolarCap: 7_204,
  polarRing: 7_204,
  round: 1_000_000,
  acrossAntimeridian: 20_001,
  comb: 45_003,
  star: 99_001,
  randomLine: 50_000,
  zigzag: 1_000_000,
  spikes: 1_000_000,
};

export interface MonsterFeature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Monster['geometry'];
  readonly properties: { readonly kind: string; readonly inside?: Monster['inside'] };
}

/** As many features that are hard to cut, to simplify and to draw, the same ones for the same seed. */
export function* monstersOf(
  seed: number,
  { count, huge }: { readonly count: number; readonly huge: boolean },
): Generator<MonsterFeature> {
  const kinds = Object.keys(monsterKinds);
  const largest = huge ? Object.entries(HUGE) : [];
  for (let index = 0; index < count; index += 1) {
    const seeded = new Random(seed * 1_000_003 + index);
    const random = (): number => seeded.next();
    const [kind, positions] = largest[index] ?? [
      kinds[index % kinds.length] ?? '',
      4 + Math.floor(random() * (index % ONE_IN === 0 ? LARGE : SMALL)),
    ];
    const monster = monsterKinds[kind]?.(random, positions);
    if (monster === undefined) throw new Error(`There is no monster ${kind}.`);
    const { geometry, inside } = monster;
    yield {
      type: 'Feature',
      id: `${kind}-${index}`,
      geometry,
      properties: { kind, ...(inside && { inside }) },
    };
  }
}
