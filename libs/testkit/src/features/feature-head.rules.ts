import { assert } from '../assert.js';
import type { FeatureQuery } from '@cairn/spaces';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import {
  aFeature,
  everyChunk,
  NOW,
  openSpace,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

/** What identifies the content of a space. */
export const featureHeadRules = {
  'a space made again under its id has another content, at the same version': async (subject) => {
    const { features, id, spaces, write } = await openSpace(subject);
    const content = async () => {
      const { content: name, version } = await features.statistics(id);
      return { name, version };
    };
    await write([writing(aFeature('one'))]);
    const before = await content();
    await write([writing(aFeature('two'))]);
    assert.deepEqual(await content(), { name: before.name, version: 2 });
    await spaces.remove(id, () => undefined);
    await spaces.add(aSpace({ id }));
    assert.equal((await content()).version, 0);
    await write([writing(aFeature('other'))]);
    const after = await content();
    assert.equal(after.version, before.version);
    assert.notEqual(after.name, before.name);
  },

  'a query that asks for it says of which version its features are, before and after changes': async (
    subject,
  ) => {
    const { features, id, write } = await openSpace(subject);
    const told = async (query: FeatureQuery) =>
      (await everyChunk(features.query(id, query))).map(({ at, count }) => ({ at, count }));
    for (const count of [1, 2, 3]) {
      await write([writing(aFeature(`f${count}`))]);
      const { content, version } = await features.statistics(id);
      assert.deepEqual(await told({ saysVersion: true }), [{ at: { content, version }, count }]);
      assert.deepEqual(await told({}), [{ at: undefined, count }]);
    }
  },

  'a space and its head come together, as they are after every change': async (subject) => {
    const { features, id, spaces, write } = await openSpace(subject);
    const seen = async () => {
      const state = await features.contentState(id);
      assert.deepEqual(state, { space: await spaces.get(id), head: await features.statistics(id) });
      const { space, head } = state;
      return [space.title, space.contentUpdatedAt, head.version, head.total];
    };
    const { title, contentUpdatedAt } = await spaces.get(id);
    assert.deepEqual(await seen(), [title, contentUpdatedAt, 0, 0]);
    await write([writing(aFeature('one')), writing(aFeature('two'))]);
    assert.deepEqual(await seen(), [title, NOW, 1, 2]);
    await spaces.update(id, (space) => ({ ...space, title: 'Another', settings: { active: false } }));
    assert.deepEqual(await seen(), ['Another', NOW, 1, 2]);
    await features.erase(id, { now: NOW + 1 });
    assert.deepEqual(await seen(), ['Another', NOW + 1, 2, 0]);
    await spaces.remove(id, () => undefined);
    assert.equal((await rejection(features.contentState(id))).code, 'space-not-found');
    await spaces.add(aSpace({ id, title: 'New' }));
    const { space, head } = await features.contentState(id);
    assert.deepEqual([space.title, head.version], ['New', 0]);
  },

  'a writer sees its change at once, however many read meanwhile': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    for (const version of [1, 2, 3, 4, 5]) {
      const before = several(10, () => features.contentState(id));
      const written = write([writing(aFeature(`f${version}`))]);
      const during = several(10, () => features.contentState(id));
      await written;
      const after = await Promise.all(several(10, () => features.contentState(id)));
      assert.deepEqual(new Set(after.map(({ head }) => head.version)), new Set([version]));
      await Promise.all([...before, ...during]);
    }
  },
} satisfies Contract<FeatureStorePorts>;
