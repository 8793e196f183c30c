import { describe, it } from '@jest/globals';
import { OUTBOX_START, type EventFact } from '@cairn/kernel';
import {
  FEATURE_SEPARATOR,
  type FeatureChunk,
  type FeatureModification,
  type FeatureQuery,
  type FeatureStore,
  type PropertyFilter,
  type StoredFeature,
  type WriteBatch,
} from '@cairn/spaces';
import {
  featureStoreContract,
  later,
  sabotaged,
  verifyFails,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemoryOutbox } from './memory-outbox.js';
import { MemorySpaceRepository } from './memory-space-repository.js';

type Break = (ports: FeatureStorePorts) => FeatureStorePorts;
type Replace = (features: FeatureStore, ports: FeatureStorePorts) => Partial<FeatureStore>;

const open = async (): Promise<FeatureStorePorts> => {
  const outbox = new MemoryOutbox();
  const spaces = new MemorySpaceRepository(outbox);
  return { features: new MemoryFeatureStore(spaces, outbox), spaces, outbox };
};

const inFeatures =
  (replace: Replace): Break =>
  (ports) => ({ ...ports, features: sabotaged(ports.features, replace(ports.features, ports)) });

/** Writes every batch as another one. */
const writes = (change: (batch: WriteBatch) => WriteBatch): Break =>
  inFeatures((features) => ({ write: (id, batch) => features.write(id, change(batch)) }));

const writesEach = (change: (modification: FeatureModification) => FeatureModification): Break =>
  writes((batch) => ({ ...batch, modifications: batch.modifications.map(change) }));

/** Looks and writes with a pause in between. */
const looksBefore = (change: (batch: WriteBatch, stored: readonly StoredFeature[]) => WriteBatch): Break =>
  inFeatures((features) => ({
    write: async (id, batch) => {
      const stored = await features.find(
        id,
        batch.modifications.map(({ draft }) => draft.id),
      );
      await later();
      return await features.write(id, change(batch, stored));
    },
  }));

const searches = (change: (query: FeatureQuery) => FeatureQuery): Break =>
  inFeatures((features) => ({
    query: (id, query, cancellation) => features.query(id, change(query), cancellation),
    count: (id, criteria) => features.count(id, change(criteria)),
  }));

const filters = (change: (filter: PropertyFilter) => PropertyFilter): Break =>
  searches(({ filter, ...query }) => ({ ...query, filter: filter && everywhere(filter, change) }));

function everywhere(
  filter: PropertyFilter,
  change: (filter: PropertyFilter) => PropertyFilter,
): PropertyFilter {
  if (filter.kind === 'and' || filter.kind === 'or')
    return change({ ...filter, filters: filter.filters.map((part) => everywhere(part, change)) });
  if (filter.kind === 'not') return change({ ...filter, filter: everywhere(filter.filter, change) });
  return change(filter);
}

const chunks = (change: (chunks: AsyncIterable<FeatureChunk>) => AsyncIterable<FeatureChunk>): Break =>
  inFeatures((features) => ({
    query: (id, query, cancellation) => change(features.query(id, query, cancellation)),
  }));

async function gathered(all: AsyncIterable<FeatureChunk>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of all) texts.push(...text.split(FEATURE_SEPARATOR));
  return texts;
}

const chunkOf = (texts: readonly string[]): FeatureChunk => ({
  text: texts.join(FEATURE_SEPARATOR),
  count: texts.length,
  last: idOf(texts.at(-1) ?? '{}'),
});

const idOf = (text: string): string => (JSON.parse(text) as { id: string }).id;

const saboteurs: Saboteurs<FeatureStorePorts, typeof featureStoreContract> = {
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
      ...{ draft, rule: stored.length === 0 ? { ...rule, onExists: 'replace' } : rule },
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

  'total, bounds and version are those of the features after any writes': inFeatures((features) => ({
    statistics: async (id) => {
      const head = await features.statistics(id);
      return { ...head, total: Math.min(head.total, 10) };
    },
  })),
  'an erasure removes what its filter holds for, or all, at one version': inFeatures((features) => ({
    erase: (id, { now }) => features.erase(id, { now }),
  })),
  'a space that is removed takes its features with it': inFeatures((features) => {
    const kept: StoredFeature[] = [];
    return {
      find: async (id, ids) => {
        kept.push(...(await features.find(id, ids)));
        return kept;
      },
      write: async (id, batch) => {
        const result = await features.write(id, batch);
        kept.push(...(await features.find(id, result.inserted)));
        return result;
      },
    };
  }),
  'a space tells when its features changed last': writes((batch) => ({ ...batch, now: 0 })),
  'writes and a removal of their space at once leave no feature behind': (ports) => {
    const late: (() => void)[] = [];
    return {
      ...ports,
      features: sabotaged(ports.features, {
        write: async (id, batch) => {
          await new Promise<void>((resolve) => late.push(resolve));
          return await ports.features.write(id, batch);
        },
      }),
      spaces: sabotaged(ports.spaces, {
        add: async (space) => {
          await ports.spaces.add(space);
          for (const go of late) go();
          await later();
        },
        remove: async (id, permit) => {
          const space = await ports.spaces.remove(id, permit);
          await ports.spaces.add(space);
          for (const go of late) go();
          await later();
          return space;
        },
      }),
    };
  },

  'a box finds what has a point in it, whatever its own box': inFeatures((features) => ({
    query: (id, { boxes, ...query }) => features.query(id, boxes?.length === 0 ? query : { ...query, boxes }),
  })),
  'what lies across the antimeridian or at a pole is found from both sides': searches(
    ({ boxes, ...query }) => ({
      ...query,
      boxes: boxes?.slice(0, 1),
    }),
  ),
  'a place finds what meets it, lies in it, contains it, or is near it in metres': searches(
    ({ spatial, ...query }) => ({ ...query, spatial: spatial && { ...spatial, relation: 'intersects' } }),
  ),
  'a filter compares members of one type with each other': filters((filter) =>
    filter.kind === 'compare'
      ? {
          ...filter,
          values: filter.values.map((value) => (typeof value === 'number' ? String(value) : value)),
        }
      : filter,
  ),
  'a filter finds elements of arrays and members of objects': filters((filter) =>
    filter.kind === 'contain' ? { ...filter, values: filter.values.slice(0, 1) } : filter,
  ),
  'filters are joined by and, or and not, and reach what is stored beside the text': filters((filter) =>
    filter.kind === 'not' ? filter.filter : filter,
  ),
  'features come by ascending id in the order of code points, and a limit takes the first': chunks(
    async function* (all) {
      const texts = [...(await gathered(all))].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
      if (texts.length > 0) yield chunkOf(texts);
    },
  ),
  'a page goes on where the last one ended although others write': inFeatures((features) => {
    let given = 0;
    return {
      query: async function* (id, { after, limit }) {
        const texts = await gathered(features.query(id, {}));
        const start = after === undefined ? 0 : given;
        const page = texts.slice(start, start + (limit ?? Infinity));
        given = start + page.length;
        if (page.length > 0) yield chunkOf(page);
      },
    };
  }),
  'a query gives the features of one moment': inFeatures((features) => ({
    query: async function* (id) {
      for (let after: string | undefined; ;) {
        const texts = await gathered(features.query(id, { limit: 2, after }));
        if (texts.length === 0) return;
        const chunk = chunkOf(texts);
        yield chunk;
        after = chunk.last;
      }
    },
  })),
  'parts have every feature, each once, and are the same every time': searches(({ part, ...query }) => ({
    ...query,
    part: part?.of === 2 ? { index: 1, of: 1 } : part,
  })),
  'a query that is cancelled, or left, ends': inFeatures((features) => ({
    query: (id, query) => features.query(id, query),
  })),
};

describe('the contract of feature stores', () =>
  verifyFails({ contract: featureStoreContract, subject: { open, reopen: open }, saboteurs, it }));

const touched = ({ rule }: FeatureModification): FeatureModification['rule'] => ({
  ...rule,
  addTags: ['touched'],
});

const isErasure = ({ payload }: EventFact): boolean => payload['deleted'] === 102;
