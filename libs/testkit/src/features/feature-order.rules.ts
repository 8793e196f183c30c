import { assert } from '../assert.js';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  DELETE,
  everyChunk,
  idsOf,
  openSpace,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

/** In which order features come, and how a query goes on and ends. */
export const featureOrderRules = {
  'features come by ascending id in the order of code points, and a limit takes the first': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const ordered = ['', '10', '9', 'A', 'Z', '_', 'a', 'aa', 'b', 'é', 'ﬁ', '🗺'].slice(1);
    await space.write([...ordered].reverse().map((id) => writing(aFeature(id))));
    assert.deepEqual(await space.ids(), ordered);
    for (const limit of [1, 4, 11, 12]) assert.deepEqual(await space.ids({ limit }), ordered.slice(0, limit));
    assert.deepEqual(await space.ids({ after: 'aaa', limit: 2 }), ['b', 'é']);
    assert.deepEqual(await space.ids({ after: 'é', boxes: [[0, 0, 90, 90]] }), ['ﬁ', '🗺']);
  },

  'a page goes on where the last one ended although others write': async (subject) => {
    const space = await openSpace(subject);
    const names = several(10, (number) => `f${number}`);
    await space.write(names.map((name) => writing(aFeature(name))));
    const seen = [...(await space.ids({ limit: 4 }))];
    await space.write([
      ...['a', 'b', 'f11'].map((name) => writing(aFeature(name))),
      ...['f0', 'f3', 'f5'].map((name) => writing(aFeature(name), DELETE)),
      writing(aFeature('f7', { title: 'changed' })),
    ]);
    for (;;) {
      const page = await space.ids({ limit: 2, after: seen.at(-1) });
      seen.push(...page);
      if (page.length < 2) break;
    }
    assert.deepEqual(
      seen,
      names.filter((name) => name !== 'f5'),
    );
  },

  'a query gives the features of one moment': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const large = 'x'.repeat(100_000);
    const batch = (round: number) =>
      several(6, (number) => writing(aFeature(`f${number}`, { properties: { round, large } })));
    await write(batch(0));
    const rounds: unknown[] = [];
    for await (const { text } of features.query(id, {})) {
      rounds.push(...[...text.matchAll(/"round":(\d)/g)].map(([, round]) => round));
      await write([...batch(1), writing(aFeature('f9'))]);
    }
    assert.deepEqual(rounds, Array<string>(6).fill('0'));
  },

  'parts have every feature, each once, and are the same every time': async (subject) => {
    const space = await openSpace(subject);
    const names = several(100, (number) => `f${number}`).sort();
    await space.write(names.map((name) => writing(aFeature(name))));
    for (const parts of [1, 2, 7]) {
      const divided = await Promise.all(
        several(parts, (number) => space.ids({ part: { index: number + 1, of: parts } })),
      );
      assert.deepEqual(divided.flat().sort(), names);
      assert.ok(
        divided.every((part) => part.length > 0),
        'a part is empty',
      );
      const [first = []] = divided;
      await space.write([writing(aFeature(first[0] ?? '', { title: `again ${parts}` }))]);
      assert.deepEqual(await space.ids({ part: { index: 1, of: parts } }), first);
    }
  },

  'a query that is cancelled, or left, ends': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const large = 'x'.repeat(200_000);
    await write(several(5, (number) => writing(aFeature(`f${number}`, { properties: { large } }))));
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const { text } of features.query(id, {}, controller.signal)) {
      seen.push(...idsOf(text));
      controller.abort();
    }
    assert.deepEqual(seen, ['f0']);
    assert.deepEqual(await everyChunk(features.query(id, {}, controller.signal)), []);
    const filter = { kind: 'compare', path: ['id'], operator: 'equals', values: ['f1'] } as const;
    const count = (signal?: AbortSignal) => features.count(id, { filter }, signal);
    assert.deepEqual([await count(), await count(controller.signal)], [1, 0]);
    for await (const { last } of features.query(id, {})) if (last === 'f1') break;
    assert.equal((await write([writing(aFeature('f9'))])).version, 2);
  },

  'a chunk says that it is the last one only if none follows, and its bytes are its text': async (
    subject,
  ) => {
    const { features, id, write } = await openSpace(subject);
    const long = 'ß'.repeat(100_000);
    await write(several(4, (number) => writing(aFeature(`f${number}`, { properties: { long } }))));
    const chunks = await everyChunk(features.query(id, {}));
    assert.ok(chunks.length > 1, 'all of them are one chunk');
    assert.equal(
      chunks.reduce((sum, { count }) => sum + count, 0),
      4,
    );
    const [first, ...others] = await everyChunk(features.query(id, { limit: 1 }));
    assert.deepEqual([first?.count, others], [1, []]);
  },
} satisfies Contract<FeatureStorePorts>;
