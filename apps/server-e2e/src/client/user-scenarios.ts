import { failureOf, same, type Scenario } from './scenario.js';

const password = 'correct horse battery';

/** Users and their sessions. */
export const userScenarios: Readonly<Record<string, Scenario>> = {
  'someone comes in by an invite, changes the password, signs out and in': async ({ client, visitor }) => {
    const name = `Ada ${Math.random()}`;
    const { token, id } = await client.invites.create({ role: 'member', expiresIn: 600 });
    same(
      (await client.invites.list()).some((invite) => invite.id === id),
      true,
    );
    same((await visitor.invites.accept({ token, name, password })).user.name, name);
    same(
      (await client.invites.list()).some((invite) => invite.id === id),
      false,
    );
    same((await visitor.session.get()).user.role, 'member');
    same((await visitor.quota()).imageCount, 0);
    same(
      (await visitor.session.list()).map(({ current }) => current),
      [true],
    );
    const wrong = await failureOf(visitor.session.changePassword({ current: 'no', password }));
    same(wrong.kind, 'forbidden');
    await visitor.session.changePassword({ current: password, password: `${password}!` });
    await visitor.session.signOut();
    same((await failureOf(visitor.session.get())).kind, 'unauthorized');
    same((await failureOf(visitor.session.signIn({ name, password }))).kind, 'unauthorized');
    await visitor.session.signIn({ name, password: `${password}!` });
    await visitor.session.endAll();
    same((await failureOf(visitor.quota())).kind, 'unauthorized');
    const { user } = await visitor.session.signIn({ name, password: `${password}!` });
    same((await client.users.update(user.id, { role: 'owner' })).role, 'owner');
    same(
      (await visitor.users.list()).some(({ id: listed }) => listed === user.id),
      true,
    );
    same((await client.users.update(user.id, { role: 'member' })).role, 'member');
    same((await failureOf(visitor.users.list())).kind, 'forbidden');
    const users = (await client.users.list()).filter((user) => user.name === name);
    same(users.length, 1);
    for (const user of users) await client.users.delete(user.id);
    same((await failureOf(visitor.session.signIn({ name, password: `${password}!` }))).kind, 'unauthorized');
  },
  'an invite is withdrawn, and a session ended': async ({ client, visitor }) => {
    const withdrawn = await client.invites.create({ role: 'member' });
    await client.invites.delete(withdrawn.id);
    const name = `Grace ${Math.random()}`;
    same(
      (await failureOf(visitor.invites.accept({ token: withdrawn.token, name, password }))).kind,
      'forbidden',
    );
    const { token } = await client.invites.create({ role: 'member' });
    const { user } = await visitor.invites.accept({ token, name, password });
    for (const { id } of await visitor.session.list()) await visitor.session.end(id);
    same((await failureOf(visitor.session.get())).kind, 'unauthorized');
    await client.users.delete(user.id);
  },
  'without an identity provider nobody can begin to sign in at one': async ({ visitor }) => {
    same((await visitor.identities.methods()).identityProvider, null);
    same((await failureOf(visitor.identities.signIn())).code, 'no-identity-provider');
    same((await failureOf(visitor.identities.link())).kind, 'unauthorized');
    same((await failureOf(visitor.identities.list())).kind, 'unauthorized');
    same((await failureOf(visitor.identities.delete('absent'))).kind, 'unauthorized');
  },
  'at an IP address nobody can make a passkey, nor sign in by one': async ({ visitor }) => {
    same((await visitor.identities.methods()).passkeys, 'ip-address');
    const base = { id: 'AA', rawId: 'AA', type: 'public-key' } as const;
    const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
    same((await failureOf(visitor.passkeys.startSignIn())).code, 'no-passkeys');
    same((await failureOf(visitor.passkeys.signIn({ ...base, response }))).code, 'no-passkeys');
    const credential = { ...base, response: { clientDataJSON: 'AA', attestationObject: 'AA' } };
    same((await failureOf(visitor.passkeys.start())).kind, 'unauthorized');
    same((await failureOf(visitor.passkeys.add({ name: 'Phone', credential }))).kind, 'unauthorized');
    same((await failureOf(visitor.passkeys.list())).kind, 'unauthorized');
    same((await failureOf(visitor.passkeys.delete('absent'))).kind, 'unauthorized');
  },
  'nobody needs to set up a server that has an owner': async ({ visitor }) => {
    same(await visitor.session.isSetupNeeded(), false);
  },
};
