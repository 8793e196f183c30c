import { expect, it } from '@jest/globals';
import type { ContentHead } from '@cairn/spaces/spi';
import { aBatch, aFeature, writing } from '@cairn/testkit';
import { HotLife } from './hot-life.js';
import { ListPackBuilder } from './list-packs.spec.kit.js';
import { PlannedStore, SPACE } from './planned-store.spec.kit.js';

it('A space is not built of what another one of its id had while it was in the trash', async () => {
  const store = new PlannedStore();
  await store.write(aBatch([writing(aFeature('mine'))]));
  const heads: ContentHead[] = [];
  const below = {
    statistics: async (): Promise<ContentHead> => {
      const head = await store.statistics();
      heads.push(head);
      return head;
    },
    query: async function* () {
      const restore = store.remove();
      store.make();
      await store.write(aBatch([writing(aFeature('of another'))]));
      yield* store.query();
      restore();
    },
  };
  const builder = new ListPackBuilder();
  const life = new HotLife({ below, builder, maxBytes: 1_000_000, now: () => 0 });
  expect(await life.build(SPACE)).toBe('changed');
  expect(await life.reading(SPACE, undefined)).toBeUndefined();
  expect(await store.statistics()).toEqual(heads[0]); // so that only the query itself can tell
});
