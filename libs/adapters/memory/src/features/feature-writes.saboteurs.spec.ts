import { describe, it } from '@jest/globals';
import { OUTBOX_START, type EventFact } from '@cairn/kernel';
import type { StoredFeature } from '@cairn/spaces';
import { type FeatureModification, UNTRIED } from '@cairn/spaces/spi';
import {
  chunkOf,
  chunks,
  featureWriteRules,
  gathered,
  inFeatures,
  later,
  looksBefore,
  sabotaged,
  verifyFails,
  writes,
  writesEach,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';

const saboteurs: Saboteurs<FeatureStorePorts, typeof featureWriteRules> = {
  'a batch in the background is written like any other, and tells whether others waited for it': inFeatures(
    (features) => ({
      write: async (id, batch) => ({
        ...(await features.write(id, batch)),
        timing: { durationMs: 1, contended: batch.modifications.length < 2 },
      }),
    }),
  ),
  'a write gives the features that it stored, with their boxes, to whoever asks for them': inFeatures(
    (features) => ({
      write: (id, batch) =>
        features.write(id, batch).then((result) => ({ ...result, puts: result.puts?.slice(0, 1_000) })),
    }),
  ),
  'a dry run tells what the same write then does, and stores nothing': writes(
    ({ trial: _, ...batch }) => batch,
  ),
  'a batch of a dry run finds what those before it would have left': writes((batch) => ({
    ...batch,
    trial: batch.trial && { ...UNTRIED, wanted: batch.trial.wanted },
  })),
  'a feature that would change as its writer may not change it fails': writes(
    ({ refused: _, ...batch }) => batch,
  ),
  'a writer who may not read is told nothing but what it wrote': writes((batch) => ({
    ...batch,
    returning: 'texts',
  })),
  'no more features are inserted than the space may have, however many write at once': inFeatures(
    (features) => ({
      write: async (id, { maxFeatures = Infinity, ...batch }) => {
        const { total } = await features.statistics(id);
        await later();
        return await features.write(id, total < maxFeatures ? batch : { ...batch, maxFeatures });
      },
    }),
  ),
  'no more is written than the owner may have in all spaces, however many write at once': inFeatures(
    (features) => ({
      write: async (id, { quota = {}, ...batch }) => {
        const { total } = await features.statistics(id); // of this space alone
        return await features.write(
          id,
          total < (quota.maxFeatures ?? Infinity) ? batch : { ...batch, quota },
        );
      },
    }),
  ),
  'features do not become longer in all than their owner may have them, but shorter': writes(
    ({ quota: _, ...batch }) => batch,
  ),
  'what an owner has is what is in the spaces that are there now': inFeatures((features) => {
    let most = 0;
    return {
      use: async (owner) => {
        const use = await features.use(owner);
        most = Math.max(most, use.featureCount);
        return { ...use, featureCount: most };
      },
    };
  }),
  'a feature comes back as it was written, with all its members': writesEach((modification) => ({
    ...modification,
    draft: { ...modification.draft, foreign: '{}' },
  })),
  'numbers that a double loses and members called like those of objects are kept as they are': writesEach(
    ({ draft, rule }) => ({
      rule,
      draft: { ...draft, properties: draft.properties && JSON.stringify(JSON.parse(draft.properties)) },
    }),
  ),
  'tags and times come with the feature': writes((batch) => ({ ...batch, now: batch.now + 1 })),
  'what is not there is left out, and a space that is not there is SpaceNotFound': inFeatures((features) => ({
    find: (id, ids) => features.find(id, [...ids, ...ids.map((name) => name.toLowerCase())]),
  })),
  'ids are told apart by every character, and features by their space': writesEach(({ draft, rule }) => ({
    rule,
    draft: { ...draft, id: draft.id.normalize('NFC') },
  })),
  'features that went in and came out are copies': inFeatures((features) => {
    const known = new Map<string, readonly StoredFeature[]>();
    return {
      find: async (id, ids) => {
        const found = known.get(String(ids)) ?? (await features.find(id, ids));
        known.set(String(ids), found);
        return found;
      },
      query: async function* (id) {
        for (const [{ id: last = '' } = {}] of known.values())
          yield { text: JSON.stringify({ id: last }), count: 1, last };
        yield* features.query(id, {});
      },
    };
  }),
  'many and large features are written at once and come in chunks that are bounded': chunks(
    async function* (all) {
      const texts = await gathered(all);
      if (texts.length > 0) yield chunkOf(texts);
    },
  ),
  'features are all there after a restart, with the head of their space': (ports) => ports,

  'every write takes the next version, without a gap, however many write at once': inFeatures(
    (features, { spaces }) => ({
      write: async (id, batch) => {
        const { contentUpdatedAt } = await spaces.get(id);
        const result = await features.write(id, batch);
        return { ...result, version: contentUpdatedAt === 0 ? 0 : 2 * result.version };
      },
    }),
  ),
  'a write that changes nothing leaves the version, the times, and the events alone': inFeatures(
    (features) => ({
      write: async (id, batch) => {
        const result = await features.write(id, batch);
        const [unchanged] = result.unchanged;
        const touch = batch.modifications.find(({ draft }) => draft.id === unchanged);
        if (touch)
          await features.write(id, { ...batch, modifications: [{ ...touch, rule: touched(touch) }] });
        return result;
      },
    }),
  ),
  'patches of different members at once lose none': inFeatures((features) => ({
    write: async (id, batch) => {
      const [stored] = await features.find(id, ['p']);
      await later();
      const [modification] = batch.modifications;
      if (!stored || !modification) return await features.write(id, batch);
      const known = JSON.parse(`${stored.body}}}}`) as { properties: object };
      const patch = JSON.parse(modification.draft.properties ?? '{}') as object;
      const { '@ns:com:here:xyz': _, ...merged } = { '@ns:com:here:xyz': 0, ...known.properties, ...patch };
      const draft = { ...modification.draft, properties: JSON.stringify(merged) };
      const rule = { ...modification.rule, onExists: 'replace' } as const;
      return await features.write(id, { ...batch, modifications: [{ draft, rule }] });
    },
  })),
  'of many inserts and of many updates by version at once exactly one wins': looksBefore((batch, stored) => ({
    ...batch,
    modifications: batch.modifications.map(({ draft, rule }) => ({
      draft,
      rule: stored.length === 0 ? { ...rule, onExists: 'replace' } : rule,
    })),
  })),
  'where one feature of a batch fails, nothing of it is written': inFeatures((features) => ({
    write: async (id, batch) => {
      const result = await features.write(id, batch);
      if (result.failed.length > 0) await features.write(id, { ...batch, onFailure: 'skip' });
      return result;
    },
  })),
  'where failures are skipped, everything else is written, at one version': inFeatures((features) => ({
    write: async (id, batch) => {
      const [first, ...rest] = batch.modifications;
      if (batch.onFailure === 'rollback' || first === undefined) return await features.write(id, batch);
      const { failed } = await features.write(id, { ...batch, modifications: [first] });
      const result = await features.write(id, { ...batch, modifications: rest });
      return { ...result, failed: [...failed, ...result.failed] };
    },
  })),
  'a batch is applied in its order, also to one feature': writes((batch) => ({
    ...batch,
    modifications: [...batch.modifications].reverse(),
  })),
  'a patch that makes a feature too large fails': writes((batch) => ({
    ...batch,
    maxSizeInBytes: 10_000_000,
    maxValues: 50_000,
  })),
  'tags that are added to those of a feature must not become too many': writes((batch) => ({
    ...batch,
    modifications: batch.modifications.map((modification) => ({
      ...modification,
      rule: { ...modification.rule, addTags: (modification.rule.addTags ?? []).slice(0, 998) },
    })),
  })),
  'an event tells of every change, and of nothing else': (ports) => ({
    ...ports,
    outbox: sabotaged(ports.outbox, {
      list: async (after, limit) =>
        (await ports.outbox.list(after, limit)).filter(
          ({ position, event }) => position === OUTBOX_START || !isErasure(event),
        ),
    }),
  }),

  'a change of a version that is kept is merged with what others have changed since': writesEach(
    withBase(undefined),
  ),
  'changes that contradict each other are a conflict, unless a merge has another rule': writesEach(
    ({ draft, rule }) => ({ draft, rule: { ...rule, onConflict: 'replace' } }),
  ),
  'without history, and of a version that is not kept any more, every stale change is a conflict': writesEach(
    withBase(undefined),
  ),
  'a feature that a kept version has is known, however long ago it was written': writesEach(withBase(1)),
  'a feature that was deleted or erased is kept as it was': writesEach(withBase(2)),
  'a large batch knows what a feature was like that it makes again': writesEach(withBase(undefined)),
  'a change of what its client had is made, merged or a conflict, whichever versions are kept': writesEach(
    ({ draft, ...modification }) => ({
      ...modification,
      draft: { ...draft, baseVersion: draft.baseVersion || undefined }, // as if version 0 did not exist
    }),
  ),
  'history begins with the version at which the space is told to keep it': writesEach(withBase(undefined)),
  'the history of a space is its own, and goes with it': writesEach(withBase(-1)),
  'features are kept as they were beyond a restart': (ports) => ports,
  'of many changes of one version at once none is lost': writesEach(withBase(undefined)),
};

describe('what feature stores promise of writes', () =>
  verifyFails({ contract: featureWriteRules, subject: featureStores, saboteurs, it }));

/** Replaces the base version of the change. */
function withBase(baseVersion: number | undefined) {
  return ({ draft, ...modification }: FeatureModification): FeatureModification => ({
    ...modification,
    draft: { ...draft, baseVersion: draft.baseVersion && baseVersion },
  });
}

const touched = ({ rule }: FeatureModification): FeatureModification['rule'] => ({
  ...rule,
  addTags: ['touched'],
});

const isErasure = ({ payload }: EventFact): boolean => payload['deleted'] === 102;
