import { assert } from '../assert.js';
import type { BoundingBox } from '@cairn/geometry';
import { featureText } from '@cairn/spaces';
import { COPY_ZOOMS, copiesOf, copyText, type UncopiedFeature } from '@cairn/spaces/spi';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aBatch,
  aFeature,
  aPoint,
  DELETE,
  NOW,
  openSpace,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';

/** A feature of many positions around a place. */
const aLarge = (space: string, id: string, longitude = 0) =>
  aFeature(id, {
    geometry: {
      type: 'LineString',
      coordinates: several(5_001, (index) => [
        longitude + Math.round(1e5 * Math.cos(index / 500)) / 1e5,
        Math.round(1e5 * Math.sin(index / 500)) / 1e5,
      ]),
    },
    properties: { name: 'ä "large" one', space },
  });
/** As long as a large one, with a single position. */
const aLong = (space: string, id: string) =>
  aFeature(id, { properties: { text: 'x'.repeat(40_000), space } });

/** What stores promise of the copies that tiles are drawn of, and of the features near a place. */
export const featureCopyRules = {
  'large features wait for copies, each in each version once': async (subject) => {
    const { features, spaces, id, write } = await openSpace(subject);
    await write([writing(aFeature('small')), writing(aLong(id, 'long')), writing(aLarge(id, 'one'))]);
    await write([writing(aLarge(id, 'two')), writing(aLarge(id, 'gone'))]);
    assert.deepEqual(await waitingIds(features, id), ['gone', 'long', 'one', 'two']);
    for (const { key, body } of await waiting(features, id)) await features.addCopies(key, copiesOf(body));
    assert.deepEqual(await waiting(features, id), []);
    await write([
      writing(aFeature('gone'), DELETE),
      writing(aLarge(id, 'two', 9)),
      writing(aLong(id, 'small')),
    ]);
    assert.deepEqual(await waitingIds(features, id), ['small', 'two']);
    const removed = aSpace();
    await spaces.add(removed);
    await features.write(removed.id, aBatch([writing(aLarge(id, 'removed'))]));
    await spaces.remove(removed.id, () => {});
    assert.deepEqual(await waitingIds(features, id), ['small', 'two']);
    await features.erase(id, { now: NOW });
    assert.deepEqual(await waiting(features, id), []);
  },

  'a query for a zoom gives the copies of large features as they are now, and only such a query': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const { features, id, texts, write } = space;
    await write([writing(aFeature('small')), writing(aLong(id, 'long')), writing(aLarge(id, 'large'))]);
    const whole = await texts();
    assert.deepEqual(await texts({ copies: [3] }), whole);
    const [before = absent] = (await waiting(features, id)).filter(isOf('large'));
    for (const { key, body } of await waiting(features, id)) await features.addCopies(key, copiesOf(body));
    assert.deepEqual(await texts(), whole);
    for (const zoom of COPY_ZOOMS)
      assert.deepEqual(await texts({ copies: [zoom] }), await copied(space, zoom));
    assert.notDeepEqual(await texts({ copies: [3] }), whole);
    assert.deepEqual(await texts({ copies: [3], near: [[-1, -1, 0, 0]] }), [(await copied(space, 3))[0]]);
    await write([writing(aLarge(id, 'large', 20))]);
    const changed = await texts();
    await features.addCopies(before.key, copiesOf(before.body));
    assert.deepEqual(await texts({ copies: [3] }), changed);
    const [now = absent] = (await waiting(features, id)).filter(isOf('large'));
    await features.addCopies(now.key, copiesOf(now.body));
    assert.deepEqual(await texts({ copies: [3] }), await copied(space, 3));
    await features.erase(id, { now: NOW });
    await write([writing(aLarge(id, 'large', 40))]);
    await features.addCopies(now.key, copiesOf(now.body));
    assert.deepEqual(await texts({ copies: [3] }), await texts());
  },

  'of several copies a query gives the first that a feature has': async (subject) => {
    const space = await openSpace(subject);
    const { features, id, texts, write } = space;
    await write([writing(aFeature('small')), writing(aLarge(id, 'large'))]);
    const whole = await texts();
    const [large = absent] = await waiting(features, id);
    const copies = copiesOf(large.body);
    const [first = 0, second = 0] = copies.map(({ part }) => part).toReversed();
    assert.ok(first > second && second > Math.max(...COPY_ZOOMS));
    await features.addCopies(large.key, copies);
    assert.deepEqual(await texts({ copies: [first, second] }), await copied(space, first));
    assert.deepEqual(await texts({ copies: [first + 1, second] }), await copied(space, second));
    for (const none of [[], [first + 2, first + 1]]) assert.deepEqual(await texts({ copies: none }), whole);
  },

  'features that are not wanted now are left out, until they change': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    await write(['a', 'b', 'c'].map((one) => writing(aLarge(id, one))));
    const [first = absent, , last = absent] = await waiting(features, id);
    const except = [last.key, first.key];
    const rest = await waitingIds(features, id, except);
    assert.equal(rest.length, 1);
    await write(['a', 'b', 'c'].map((one) => writing(aLarge(id, one, 20))));
    assert.deepEqual(await waitingIds(features, id, except), ['a', 'b', 'c']);
  },

  'features near boxes are those whose boxes touch them, and few others': async (subject) => {
    const space = await openSpace(subject);
    const corner = { type: 'LineString', coordinates: [[0, 0], [0, 10], [10, 10]] }; // prettier-ignore
    const across = { type: 'LineString', coordinates: [[179, 0], [181, 1]] }; // prettier-ignore
    const shapes = { corner, across, point: aPoint(5, 5), far: aPoint(50, 5), none: null };
    await space.write(
      Object.entries(shapes).map(([name, geometry]) =>
        writing(aFeature(name, { geometry, properties: { name } })),
      ),
    );
    const found = async (near: readonly BoundingBox[], names: readonly string[]) => {
      assert.deepEqual(await space.ids({ near }), names);
      const filter = { kind: 'compare', operator: 'notEquals', path: ['properties', 'name'] } as const;
      assert.deepEqual(
        await space.ids({ near, filter: { ...filter, values: ['point'] } }),
        names.filter((name) => name !== 'point'),
      );
    };
    await found([[4, 4, 6, 6]], ['corner', 'point']); // beside the line, in its box
    await found([[10, 10, 11, 11]], ['corner']);
    await found([[-180, -5, -179.5, 5]], ['across']);
    await found([[-180, -90, 180, 90]], ['across', 'corner', 'far', 'point']);
    await found([[60, 60, 70, 70]], []);
    assert.deepEqual(await space.ids({ near: [[4, 4, 6, 6]], limit: 1 }), ['corner']);
  },
} satisfies Contract<FeatureStorePorts>;

const absent: UncopiedFeature = { key: '', body: '' };

const isOf =
  (id: string) =>
  ({ body }: UncopiedFeature): boolean =>
    body.includes(`"id":"${id}"`);

/** Those made for a space that wait, as a job that fails for each of them finds them. Others may be in the store. */
async function waiting(
  features: FeatureStorePorts['features'],
  space: string,
  except?: readonly string[],
): Promise<readonly UncopiedFeature[]> {
  const found: UncopiedFeature[] = [];
  let next = await features.uncopied(undefined, except);
  for (let looked = 0; next !== undefined; looked += 1) {
    if (next.body.includes(`"space":"${space}"`)) found.push(next);
    assert.ok(looked < 10_000, 'it never ends');
    next = await features.uncopied(next.key, except);
  }
  return found;
}

async function waitingIds(
  features: FeatureStorePorts['features'],
  space: string,
  except?: readonly string[],
): Promise<readonly string[]> {
  const ids = (await waiting(features, space, except)).map(
    ({ body }) => /"id":"([a-z]*)"/.exec(body)?.[1] ?? '',
  );
  return ids.sort();
}

/** What a query for the part gives once all copies are there. */
async function copied({ features, id, ids }: OpenedSpace, part: number): Promise<readonly string[]> {
  const stored = await features.find(id, await ids());
  return stored.map((feature) => {
    const copy = copiesOf(feature.body).find((one) => one.part === part);
    return copy === undefined ? featureText(feature) : copyText({ ...feature, body: copy.body }, part);
  });
}
