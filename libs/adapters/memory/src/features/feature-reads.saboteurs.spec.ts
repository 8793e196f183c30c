import { describe, it } from '@jest/globals';
import { OUTBOX_START } from '@cairn/kernel';
import type { ContentState, StoredFeature } from '@cairn/spaces';
import type { ContentSummary } from '@cairn/spaces/spi';
import {
  chunkOf,
  chunks,
  featureReadRules,
  filters,
  gathered,
  inFeatures,
  later,
  measures,
  sabotaged,
  searches,
  verifyFails,
  writes,
  type FeatureStorePorts,
  type Saboteurs,
} from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';

const saboteurs: Saboteurs<FeatureStorePorts, typeof featureReadRules> = {
  'total, bounds and version are those of the features after any writes': inFeatures((features) => ({
    statistics: async (id) => {
      const head = await features.statistics(id);
      return { ...head, total: Math.min(head.total, 10) };
    },
  })),
  'a query that asks for it says of which version its features are, before and after changes': chunks(
    async function* (all) {
      for await (const { at, ...chunk } of all) yield { ...chunk, at: at && { ...at, version: 1 } };
    },
  ),
  'a space and its head come together, as they are after every change': inFeatures((features) => {
    let known: ContentState | undefined;
    return { contentState: async (id) => (known ??= await features.contentState(id)) };
  }),
  'a writer sees its change at once, however many read meanwhile': inFeatures((features) => {
    let going: Promise<ContentState> | undefined;
    const read = async (id: string): Promise<ContentState> => {
      const state = await features.contentState(id);
      await later();
      going = undefined;
      return state;
    };
    return { contentState: (id) => (going ??= read(id)) };
  }),
  'a space made again under its id has another content, at the same version': inFeatures((features) => ({
    statistics: async (id) => ({ ...(await features.statistics(id)), content: id }),
  })),
  'the total is of all spaces that there are now, and of their features': inFeatures((features) => {
    let most = 0;
    return {
      total: async () => {
        const total = await features.total();
        most = Math.max(most, total.featureCount);
        return { ...total, featureCount: most + (total.spaceCount > 1 ? 1 : 0) };
      },
    };
  }),
  'properties, tags and types of geometry are counted exactly after any writes': inFeatures((features) => {
    let most: ContentSummary['properties'] = [];
    return {
      statistics: async (id) => {
        const head = await features.statistics(id);
        if (head.summary.properties.length > most.length) most = head.summary.properties;
        return { ...head, summary: { ...head.summary, properties: most } };
      },
    };
  }),
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
  'a pole is one place, whatever longitude it has': searches((query) => ({
    ...query,
    boxes: [[0, -90, 0, 90]],
  })),
  'a filter compares members of one type with each other': filters((filter) =>
    filter.kind === 'compare'
      ? {
          ...filter,
          values: filter.values.map((value) => (typeof value === 'number' ? String(value) : value)),
        }
      : filter,
  ),
  'a filter finds texts that have a text in them, in any case': filters((filter) =>
    filter.kind === 'compare' && filter.operator === 'includes'
      ? { ...filter, operator: 'startsWith' }
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
      const texts = [...(await gathered(all))].sort((one, other) =>
        chunkOf([one]).last < chunkOf([other]).last ? -1 : 1,
      );
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
  'a sort orders members of any type, null last, then by id, and a limit takes the first': chunks(
    async function* (all) {
      const texts = await gathered(all);
      if (texts.length > 0) yield chunkOf([...texts].reverse());
    },
  ),
  'a sort takes several members, nested and special ones, of the features that meet the criteria': searches(
    ({ sort, ...query }) => ({ ...query, sort: sort?.slice(0, 1) }),
  ),
  'a sort goes on behind a place, also where values are equal, mixed or missing': searches(
    ({ behind, ...query }) => ({ ...query, behind: behind && { ...behind, id: '' } }),
  ),
  'a sorted query comes in chunks that are bounded, as of one moment': chunks(async function* (all) {
    const texts = await gathered(all);
    if (texts.length > 0) yield chunkOf(texts);
  }),
  'the nearest features come by geodesic distance, then by id, up to a limit and a distance': measures(
    ({ maxDistanceInMeters: _, ...query }) => query,
  ),
  'the nearest features are found across the antimeridian and over the poles': measures((query) => ({
    ...query,
    boxes: [query.point[0] > 0 ? [0, -90, 180, 90] : [-180, -90, 0, 90]],
  })),
  'the nearest features are those that meet the criteria, however far they are': inFeatures((features) => ({
    nearest: async (id, query) => {
      const { filter, ...anywhere } = query;
      const near = await features.nearest(id, anywhere);
      const matching = new Set((await features.nearest(id, query)).map(({ feature }) => feature.id));
      return near.filter(({ feature }) => matching.has(feature.id));
    },
  })),
  'features up to a level are found by chance of their ids and by their size, however they came': searches(
    ({ maxLevel, ...query }) => ({ ...query, maxLevel: maxLevel === 13 ? 14 : maxLevel }),
  ),
  'a count ends at its limit': inFeatures((features) => ({
    count: (id, { limit: _, ...criteria }) => features.count(id, criteria),
  })),
  'a purge ends, and nothing that can be read changes': inFeatures((features, { outbox }) => ({
    purge: async () => {
      const spaces = (await outbox.list(OUTBOX_START, 1_000)).map(({ event }) => event.aggregateId);
      for (const id of new Set(spaces)) await features.erase(id, { now: 0 });
      return 'done';
    },
  })),
};

describe('what feature stores promise of spaces and searches', () =>
  verifyFails({ contract: featureReadRules, subject: featureStores, saboteurs, it }));
