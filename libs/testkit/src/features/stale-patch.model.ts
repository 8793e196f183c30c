import { assert } from '../assert.js';
import { NAMESPACE } from '@cairn/spaces';
import { PATCH, writing, type OpenedSpace } from './feature-store-ports.js';

/** A feature that ought to be there. */
export interface ModelFeature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: unknown;
}
/** Those that ought to be there, by id. */
export type Model = Map<string, ModelFeature>;
/** A whole number from 0 on. */
export type Draw = (below: number) => number;

/** What a naive model knows of a space and its history. */
export interface ModelHistory {
  /** The features at every version up to now. */
  readonly past: readonly Model[];
  /** Which of them wrote each feature, by id, at every version up to now. */
  readonly writtenBy: readonly ReadonlyMap<string, number>[];
  readonly versionsToKeep: number;
}

/** Patches a feature as it was some versions ago. Gives whether that took a version. */
export async function patchStale(
  space: OpenedSpace,
  { past, writtenBy, versionsToKeep }: ModelHistory,
  draw: Draw,
): Promise<{ readonly model: Model; readonly isChange: boolean }> {
  const version = past.length - 1;
  const model = new Map(past[version]);
  const [id, name, value] = [`f${draw(6)}`, `p${draw(3)}`, draw(4)];
  const base = Math.max(0, version - draw(5));
  const [stored] = await space.features.find(space.id, [id]);
  const properties = { [name]: value, [NAMESPACE]: { version: base } };
  const patch = writing({ type: 'Feature', id, properties }, PATCH);
  const result = await space.write([patch], { onFailure: 'skip' });
  const feature = model.get(id);
  const former = past[base]?.get(id);
  const oldest = versionsToKeep === 1 ? version : Math.max(0, version - versionsToKeep);
  const isSameAtOldest = former !== undefined && writtenBy[base]?.get(id) === writtenBy[oldest]?.get(id);
  const outcome = (): 'inserted' | 'updated' | 'unchanged' | 'failed' => {
    if (feature === undefined || stored === undefined) return 'inserted';
    if (feature.properties[name] === value) return 'unchanged';
    if (stored.version <= base) return 'updated';
    if (base < oldest && !isSameAtOldest) return 'failed';
    if (former === undefined) return 'failed'; // it was made after what the client knew
    if (former.properties[name] === value) return 'unchanged'; // what the client knew: others have changed it
    return former.properties[name] === feature.properties[name] ? 'updated' : 'failed';
  };
  const expected = outcome();
  assert.equal(result[expected].length, 1, `${expected}: ${JSON.stringify(result)}`);
  const isChange = expected === 'inserted' || expected === 'updated';
  if (isChange) model.set(id, withProperty(feature, name, value));
  return { model, isChange };
}

/** Which versions wrote the features. */
export async function writersOf(space: OpenedSpace, model: Model): Promise<ReadonlyMap<string, number>> {
  const stored = await space.features.find(space.id, [...model.keys()]);
  return new Map(stored.map(({ id, version }) => [id, version]));
}

const withProperty = (feature: ModelFeature | undefined, name: string, value: number): ModelFeature => ({
  properties: { ...feature?.properties, [name]: value },
  geometry: feature?.geometry ?? null,
});
