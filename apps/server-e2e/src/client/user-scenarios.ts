import { failureOf, same, type Scenario } from './scenario.js';

const password = 'correct horse battery';

/** Users and their sessions. */
export const userScenarios: Readonly<Record<string, Scenario>> = {
  'someone comes in by an invite, changes the password, signs out and in': async ({ client, visitor }) => {
    const name = `Ada ${Math.random()}`;
    const { token, id } = await client.call('POST /api/invites', {
      body: { role: 'member', expiresIn: 600 },
    });
    same(
      (await client.call('GET /api/invites')).some((invite) => invite.id === id),
      true,
    );
    same(
      (await visitor.call('POST /api/invites/accept', { body: { token, name, password } })).user.name,
      name,
    );
    same(
      (await client.call('GET /api/invites')).some((invite) => invite.id === id),
      false,
    );
    same((await visitor.call('GET /api/session')).user.role, 'member');
    same((await visitor.call('GET /api/quota')).imageCount, 0);
    same(
      (await visitor.call('GET /api/sessions')).map(({ current }) => current),
      [true],
    );
    const wrong = await failureOf(visitor.call('PUT /api/password', { body: { current: 'no', password } }));
    same(wrong.kind, 'forbidden');
    await visitor.call('PUT /api/password', { body: { current: password, password: `${password}!` } });
    await visitor.call('DELETE /api/session');
    same((await failureOf(visitor.call('GET /api/session'))).kind, 'unauthorized');
    same(
      (await failureOf(visitor.call('POST /api/session', { body: { name, password } }))).kind,
      'unauthorized',
    );
    await visitor.call('POST /api/session', { body: { name, password: `${password}!` } });
    await visitor.call('DELETE /api/sessions');
    same((await failureOf(visitor.call('GET /api/quota'))).kind, 'unauthorized');
    const { user } = await visitor.call('POST /api/session', { body: { name, password: `${password}!` } });
    same(
      (await client.call('PATCH /api/users/{id}', { params: { id: user.id }, body: { role: 'owner' } })).role,
      'owner',
    );
    same(
      (await visitor.call('GET /api/users')).some(({ id: listed }) => listed === user.id),
      true,
    );
    same(
      (await client.call('PATCH /api/users/{id}', { params: { id: user.id }, body: { role: 'member' } }))
        .role,
      'member',
    );
    same((await failureOf(visitor.call('GET /api/users'))).kind, 'forbidden');
    const users = (await client.call('GET /api/users')).filter((user) => user.name === name);
    same(users.length, 1);
    for (const user of users) await client.call('DELETE /api/users/{id}', { params: { id: user.id } });
    same(
      (await failureOf(visitor.call('POST /api/session', { body: { name, password: `${password}!` } }))).kind,
      'unauthorized',
    );
  },
  'an invite is withdrawn, and a session ended': async ({ client, visitor }) => {
    const withdrawn = await client.call('POST /api/invites', { body: { role: 'member' } });
    await client.call('DELETE /api/invites/{id}', { params: { id: withdrawn.id } });
    const name = `Grace ${Math.random()}`;
    same(
      (
        await failureOf(
          visitor.call('POST /api/invites/accept', { body: { token: withdrawn.token, name, password } }),
        )
      ).kind,
      'forbidden',
    );
    const { token } = await client.call('POST /api/invites', { body: { role: 'member' } });
    const { user } = await visitor.call('POST /api/invites/accept', { body: { token, name, password } });
    for (const { id } of await visitor.call('GET /api/sessions'))
      await visitor.call('DELETE /api/sessions/{id}', { params: { id } });
    same((await failureOf(visitor.call('GET /api/session'))).kind, 'unauthorized');
    await client.call('DELETE /api/users/{id}', { params: { id: user.id } });
  },
  'without an identity provider nobody can begin to sign in at one': async ({ visitor }) => {
    same((await visitor.call('GET /api/sign-in')).identityProvider, null);
    same(
      (await failureOf(visitor.call('POST /api/sign-in/identity', { body: {} }))).code,
      'no-identity-provider',
    );
    same((await failureOf(visitor.call('POST /api/identities', { body: {} }))).kind, 'unauthorized');
    same((await failureOf(visitor.call('GET /api/identities'))).kind, 'unauthorized');
    same(
      (await failureOf(visitor.call('DELETE /api/identities/{id}', { params: { id: 'absent' } }))).kind,
      'unauthorized',
    );
  },
  'at an IP address nobody can make a passkey, nor sign in by one': async ({ visitor }) => {
    same((await visitor.call('GET /api/sign-in')).passkeys, 'ip-address');
    const base = { id: 'AA', rawId: 'AA', type: 'public-key' } as const;
    const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
    same((await failureOf(visitor.call('POST /api/sign-in/passkey'))).code, 'no-passkeys');
    same(
      (await failureOf(visitor.call('POST /api/session/passkey', { body: { ...base, response } }))).code,
      'no-passkeys',
    );
    const credential = { ...base, response: { clientDataJSON: 'AA', attestationObject: 'AA' } };
    same((await failureOf(visitor.call('POST /api/passkeys/challenge'))).kind, 'unauthorized');
    same(
      (await failureOf(visitor.call('POST /api/passkeys', { body: { name: 'Phone', credential } }))).kind,
      'unauthorized',
    );
    same((await failureOf(visitor.call('GET /api/passkeys'))).kind, 'unauthorized');
    same(
      (await failureOf(visitor.call('DELETE /api/passkeys/{id}', { params: { id: 'absent' } }))).kind,
      'unauthorized',
    );
  },
  'nobody needs to set up a server that has an owner': async ({ visitor }) => {
    same((await visitor.call('GET /api/setup')).needed, false);
  },
};
