import { assert } from '../assert.js';
import type { WriteResult } from '@cairn/spaces';
import { type FeatureModification, type TrialState, UNTRIED, type WriteBatch } from '@cairn/spaces/spi';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  DELETE,
  openSpace,
  PATCH,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

/** So many new ones may be written in another way. */
const MANY = 250;
const CREATE_ONLY = { onExists: 'error', onNotExists: 'create', onConflict: 'error' } as const;

const a = (properties: object, rule?: FeatureModification['rule']): FeatureModification =>
  writing(aFeature('a', { properties }), rule);

/** A batch of a dry run, of which every feature comes again. */
const tried = (modifications: readonly FeatureModification[], state: TrialState = UNTRIED) =>
  ({
    onFailure: 'skip',
    trial: { ...state, wanted: new Set(modifications.map(({ draft }) => draft.id)) },
  }) satisfies Partial<WriteBatch>;

const told = ({ inserted, updated, deleted, unchanged, failed }: WriteResult): object => ({
  inserted,
  updated,
  deleted,
  unchanged,
  failed: failed.map(({ index, reason }) => [index, reason]),
});

/** What a store promises of dry runs. */
export const featureTrialRules = {
  'a dry run tells what the same write then does, and stores nothing': async (subject) => {
    const { write, features, ids, texts, events, id, spaces } = await openSpace(subject);
    await write(['a', 'b', 'c', 'd'].map((name) => writing(aFeature(name, { properties: { n: 1 } }))));
    const before = [await texts(), await features.statistics(id), await events(), await spaces.get(id)];
    const batch = [
      writing(aFeature('new')),
      a({ n: 2 }),
      writing(aFeature('b', { properties: { n: 1 } })),
      writing(aFeature('c'), DELETE),
      writing(aFeature('d'), CREATE_ONLY),
      ...several(MANY, (number) => writing(aFeature(`n${number}`))),
    ];
    const trial = await write(batch, { ...tried(batch), maxFeatures: 200 });
    assert.deepEqual(
      [await texts(), await features.statistics(id), await events(), await spaces.get(id)],
      before,
    );
    assert.deepEqual([trial.version, trial.trial?.versions, trial.trial?.use.features], [1, 1, 196]);
    const fresh = several(MANY, (number) => writing(aFeature(`m${number}`)));
    assert.equal((await write(fresh, tried(fresh))).inserted.length, MANY);
    assert.deepEqual(await ids(), ['a', 'b', 'c', 'd']);
    const written = await write(batch, { onFailure: 'skip', maxFeatures: 200 });
    assert.deepEqual([written.version, written.trial], [2, undefined]);
    assert.deepEqual(told(trial), told(written));
    assert.equal((await ids()).length, 200);
  },

  'a batch of a dry run finds what those before it would have left': async (subject) => {
    const { write, ids, features, spaces, id } = await openSpace(subject);
    const { featureCount } = await features.use((await spaces.get(id)).owner);
    const batches = [
      [a({ n: 1 })],
      [a({ n: 1 })],
      [a({ m: 1 }, PATCH), writing(aFeature('b'))],
      [writing(aFeature('a'), DELETE)],
      [a({}, CREATE_ONLY), writing(aFeature('c'))],
      [a({}, CREATE_ONLY), writing(aFeature('b'))],
    ];
    const limits = { maxFeatures: 3, quota: { maxFeatures: featureCount + 2 } };
    const trials: WriteResult[] = [];
    const changed = new Map<string, TrialState['changed'] extends ReadonlyMap<string, infer F> ? F : never>();
    for (const batch of batches) {
      const state = { ...(trials.at(-1)?.trial ?? UNTRIED), changed };
      const result = await write(batch, { ...tried(batch, state), ...limits });
      for (const [name, feature] of result.trial?.changed ?? []) changed.set(name, feature);
      trials.push(result);
    }
    assert.deepEqual(await ids(), []);
    const written: WriteResult[] = [];
    for (const batch of batches) written.push(await write(batch, { onFailure: 'skip', ...limits }));
    assert.deepEqual(trials.map(told), written.map(told));
    assert.deepEqual(
      [trials.at(-1)?.trial?.versions, trials.at(-1)?.trial?.use.features],
      [written.at(-1)?.version, 2],
    );
  },
} satisfies Contract<FeatureStorePorts>;
