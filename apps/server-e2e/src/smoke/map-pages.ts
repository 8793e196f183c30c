import type { MapRecord } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { newLink } from './links.js';
import { UNKNOWN, type Rows } from './row.js';
import type { World } from './world.js';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The id of a map of the user. */
async function newMap({ user, space }: World, more: object = {}): Promise<string> {
  const style = { color: { by: 'one', color: '#2a6f97' }, label: { property: 'people' } };
  const layers = [{ id: 'towns', title: 'Towns', space, filter: 'p.people>=140', style }];
  return (await user.post('/api/maps', { title: '<Towns>', layers, ...more })).json<MapRecord>().id;
}

/** The page of a link with a password to a map. */
async function lockedPage(world: World): Promise<string> {
  const resource = { type: 'map', id: await newMap(world) };
  const { path } = await newLink(world.user, { resource, password: 'secret' });
  return path.replace('/api/shared/', '/m/');
}

/** The pages of maps. */
export const mapPages: Rows = {
  getMapPage: {
    gives: 200,
    works: async (world) => {
      const { user, nobody } = world;
      const id = await newMap(world, { public: true });
      const answer = await nobody.get(`/m/${id}`);
      expect(answer.bytes.toString()).toContain('<h1>&lt;Towns&gt;</h1>');
      const table = (await nobody.get(`/m/${id}?table`)).bytes.toString();
      expect([table.includes('<td>434</td>'), table.includes('Zurich')]).toEqual([true, false]);
      await user.patch(`/api/maps/${id}`, { public: false });
      expect((await nobody.get(`/m/${id}`)).status).toBe(404);
      return answer;
    },
    refused: [404],
    fails: ({ nobody }) => nobody.get(`/m/${UNKNOWN}`),
  },
  unlockMapPage: {
    gives: 303,
    works: async (world) => {
      const { nobody } = world;
      const page = await lockedPage(world);
      expect((await nobody.get(page)).status).toBe(401);
      const answer = await nobody.post(page, 'password=secret', form);
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect((await nobody.send('GET', page, { headers: { cookie } })).status).toBe(200);
      return answer;
    },
    refused: [403],
    fails: async (world) => await world.nobody.post(await lockedPage(world), 'password=Secret', form),
  },
};
