import { assert } from '../assert.js';
import type { Space } from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { allSettings, aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { everyItem } from '../listings.js';
import { assertAll, settle } from '../outcomes.js';

class Refused extends Error {}

/** Rules for changes to a space. */
export const spaceChangeRules = {
  'update stores and returns the changed space': async ({ open }) => {
    const spaces = await open();
    const [space, other] = [aSpace(), aSpace()];
    for (const each of [space, other]) await spaces.add(each);
    const changed: Space = {
      ...space,
      title: 'Changed',
      description: '',
      owner: 'bob',
      storageId: 'elsewhere',
      settings: allSettings,
      updatedAt: space.updatedAt + 1,
      contentUpdatedAt: space.contentUpdatedAt + 2,
    };
    const seen: Space[] = [];
    const change = (current: Space): Space => {
      seen.push({ ...current });
      return changed;
    };
    assert.deepEqual(await spaces.update(space.id, change), changed);
    assert.deepEqual(seen.at(-1), space);
    assert.deepEqual(await spaces.get(space.id), changed);
    assert.deepEqual(await spaces.get(other.id), other);
  },

  'an update whose change throws fails with what was thrown and stores nothing': async ({ open }) => {
    const spaces = await open();
    const space = aSpace();
    await spaces.add(space);
    const refused = new Refused();
    const change = (): never => refuse(refused);
    await assert.rejects(spaces.update(space.id, change), (error) => error === refused);
    assert.deepEqual(await spaces.get(space.id), space);
  },

  'concurrent updates of one space lose none': async ({ open }) => {
    const spaces = await open();
    const letters = several(30, (number) => String.fromCharCode(97 + number));
    for (const space of several(3, () => aSpace({ title: '' }))) {
      await spaces.add(space);
      const append = (letter: string) => (current: Space) => ({ ...current, title: current.title + letter });
      await Promise.all(letters.map((letter) => spaces.update(space.id, append(letter))));
      assert.deepEqual([...(await spaces.get(space.id)).title].sort(), letters);
    }
  },

  'remove gives the space as it is stored last, having asked about that': async ({ open }) => {
    const spaces = await open();
    const space = aSpace();
    await spaces.add(space);
    const changed = await spaces.update(space.id, (current) => ({ ...current, owner: 'bob' }));
    const seen: Space[] = [];
    const permit = (current: Space): void => {
      seen.push({ ...current });
    };
    assert.deepEqual(await spaces.remove(space.id, permit), changed);
    assert.deepEqual(seen.at(-1), changed);
    assert.deepEqual(await spaces.list({}, { limit: 5 }), { items: [] });
  },

  'a remove that is not permitted fails with what was thrown and leaves the space': async ({ open }) => {
    const spaces = await open();
    const space = aSpace();
    await spaces.add(space);
    const refused = new Refused();
    const permit = (): never => refuse(refused);
    await assert.rejects(spaces.remove(space.id, permit), (error) => error === refused);
    assert.deepEqual(await spaces.get(space.id), space);
  },

  'of concurrent removes of one space exactly one succeeds': async ({ open }) => {
    const spaces = await open();
    for (const space of several(5, () => aSpace())) {
      await spaces.add(space);
      const { values, refusals } = await settle(several(8, () => spaces.remove(space.id, () => {})));
      assert.deepEqual(values, [space]);
      assertAll(refusals, 7, 'space-not-found');
    }
  },

  'what was acknowledged is what is stored when a third of the changes at once fail': async ({ open }) => {
    const spaces = await open();
    for (let round = 1; round <= 4; round += 1) {
      const stored = several(45, () => aSpace({ title: 'Old', owner: `owner-${round}` }));
      for (const space of stored) await spaces.add(space);
      const outcomes = await Promise.allSettled(
        stored.map((space, number) =>
          spaces.update(space.id, (current) => (number % 3 === 1 ? refuse() : { ...current, title: 'New' })),
        ),
      );
      const expected = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'New' : 'Old'));
      assert.equal(expected.filter((title) => title === 'Old').length, 15);
      const items = await everyItem((page) => spaces.list({ owner: `owner-${round}` }, page), 50);
      assert.deepEqual(
        items.map((space) => space.title),
        expected,
      );
    }
  },
} satisfies Contract<SpaceRepository>;

function refuse(error = new Refused()): never {
  throw error;
}
