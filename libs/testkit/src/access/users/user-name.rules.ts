import type { User } from '@cairn/access';
import { assert } from '../../assert.js';
import { aSession, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules of `UserRepository.rename`. */
export const userNameRules = {
  'a renamed user is found by the new name, keeps sessions and all else, and the old name is free': async ({
    open,
  }) => {
    const ports = await open();
    const { users, sessions } = ports;
    const [user, other] = [await admitted(ports, { name: 'Ann' }), await admitted(ports)];
    const session = aSession({ userId: user.id });
    await sessions.add(session);
    const renamed = { ...user, name: 'Zoë 🗝' };
    assert.deepEqual(stated(await users.rename(user.id, renamed.name)), renamed);
    assert.deepEqual(stated((await users.findByName('ZOË 🗝')) ?? {}), renamed);
    assert.equal(await users.findByName('Ann'), undefined);
    assert.deepEqual(await sessions.list(user.id), [session]);
    assert.equal((await users.rename(other.id, 'ann')).name, 'ann');
    assert.deepEqual(stated(await users.get(user.id)), renamed);
  },

  'a user may spell their own name in other letters, but not take that of another one': async ({ open }) => {
    const ports = await open();
    const { users } = ports;
    const [ann, bob] = [await admitted(ports, { name: 'Ann' }), await admitted(ports, { name: 'Bob' })];
    assert.equal((await users.rename(ann.id, 'ANN')).name, 'ANN');
    for (const name of ['Bob', 'bOB', 'ＢＯＢ'])
      assert.equal((await rejection(users.rename(ann.id, name))).code, 'user-exists');
    assert.equal((await users.get(ann.id)).name, 'ANN');
    assert.equal((await users.findByName('Bob'))?.id, bob.id);
    assert.equal((await rejection(users.rename('absent', 'Cid'))).code, 'user-not-found');
  },

  'of users who take a name at once one has it, and the others keep theirs': async ({ open }) => {
    for (let round = 1; round <= 3; round += 1) {
      const ports = await open();
      const { users } = ports;
      const all: User[] = [];
      for (let number = 1; number <= 5; number += 1) all.push(await admitted(ports));
      await Promise.all(several(5, () => users.list())); // warms up the connection pool, so that all calls start at once
      const { values, refusals } = await settle(all.map(({ id }) => users.rename(id, 'Same')));
      assert.equal(values.length, 1);
      assertAll(refusals, 4, 'user-exists');
      const names = (await users.list()).map(({ name }) => name);
      assert.equal(names.filter((name) => name === 'Same').length, 1);
      assert.equal(names.filter((name) => all.some((user) => user.name === name)).length, 4);
    }
  },
} satisfies Contract<UserPorts>;
