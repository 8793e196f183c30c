import { assert } from '../assert.js';
import type { Contract } from '../contract.js';
import { aDisposal } from '../trash/trash-ports.js';
import { aMap } from './map-builders.js';
import type { MapPorts } from './map-ports.js';

/** Rules for maps that anybody may read. */
export const mapPublicRules = {
  'a map is found by its id alone while it is public, and not a moment longer': async ({ open }) => {
    const { maps } = await open();
    const [hidden, shown] = [aMap(), aMap({ isPublic: true })];
    const others = aMap({ id: shown.id, owner: 'bob' });
    for (const map of [hidden, shown, others]) await maps.insert(map);
    const found = async (id: string): Promise<readonly string[]> =>
      (await maps.findPublic(id)).map((key) => `${key.owner} ${key.id === id}`).sort();
    const [none, one] = [[], ['alice true']];
    assert.deepEqual([await found(hidden.id), await found(shown.id), await found('')], [none, one, none]);
    assert.deepEqual(await maps.get(shown), shown);
    await maps.update(others, (map) => ({ ...map, isPublic: true }));
    assert.deepEqual(await found(shown.id), ['alice true', 'bob true']);
    await maps.update(shown, ({ isPublic: _, ...map }) => map);
    assert.deepEqual(await found(shown.id), ['bob true']);
    await maps.remove(others, { disposal: aDisposal() });
    assert.deepEqual(await found(shown.id), none);
    await maps.restore(others);
    assert.deepEqual(await found(shown.id), ['bob true']);
    await maps.remove(others);
    assert.deepEqual(await found(shown.id), none);
  },
} satisfies Contract<MapPorts>;
