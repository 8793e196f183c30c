import { failureOf, same, type Scenario } from './scenario.js';

/** Albums, links, and sharing with people. */
export const sharingScenarios: Readonly<Record<string, Scenario>> = {
  'albums are made, filled, ordered, changed and deleted': async ({ client, photo }) => {
    const [one = '', other = ''] = [await client.upload(photo), await client.upload(photo)].map(
      ({ id }) => id,
    );
    const made = await client.call('POST /api/albums', { body: { title: 'Trip', images: [one, 'none'] } });
    same([made.imageCount, made.cover?.id, made.missing], [1, one, ['none']]);
    const { id } = made;
    same(
      (
        await client.call('POST /api/albums/{id}/images', {
          params: { id },
          body: { images: [other], before: one },
        })
      ).imageCount,
      2,
    );
    const listed = async () =>
      (await client.list('GET /api/albums/{id}/images', { params: { id }, query: { limit: 1 } }).all()).map(
        (image) => image.id,
      );
    same(await listed(), [other, one]);
    same(
      (
        await client.call('PATCH /api/albums/{id}', {
          params: { id },
          body: { title: 'Way', order: 'oldest' },
        })
      ).title,
      'Way',
    );
    same(await listed(), [one, other]);
    same(
      (await client.call('POST /api/albums/{id}/images/remove', { params: { id }, body: { images: [one] } }))
        .imageCount,
      1,
    );
    same((await client.call('GET /api/albums/{id}', { params: { id } })).imageCount, 1);
    same(
      (await client.list('GET /api/albums', { query: { image: other, limit: 1 } }).all()).map(
        (album) => album.id,
      ),
      [id],
    );
    await client.call('DELETE /api/albums/{id}', { params: { id } });
    same((await failureOf(client.call('GET /api/albums/{id}', { params: { id } }))).code, 'album-not-found');
    await client.call('POST /api/images/bulk/delete', { body: { ids: [one, other] } });
  },
  'links are made, open what they lead to, and are revoked': async ({ client, photo }) => {
    const { id } = await client.upload(photo);
    const resource = { type: 'image', id } as const;
    const made = await client.call('POST /api/links', { body: { resource, download: true } });
    const secret = made.url.slice(made.url.lastIndexOf('/') + 1);
    same((await client.call('GET /api/shared/{secret}', { params: { secret } })).cover?.id, id);
    same(
      (
        await client
          .list('GET /api/shared/{secret}/images', { params: { secret }, query: { limit: 1 } })
          .all()
      ).map((image) => image.id),
      [id],
    );
    same(
      (
        await client
          .list('GET /api/links', { query: { type: resource.type, id: resource.id, limit: 1 } })
          .all()
      ).map((link) => [link.id, link.uses]),
      [[made.id, 1]],
    );
    const locked = await client.call('POST /api/links', { body: { resource, password: 'at dawn' } });
    const other = locked.url.slice(locked.url.lastIndexOf('/') + 1);
    same(
      (await failureOf(client.call('GET /api/shared/{secret}', { params: { secret: other } }))).code,
      'link-password-needed',
    );
    same(
      (
        await failureOf(
          client.call('POST /api/shared/{secret}/unlock', {
            params: { secret: other },
            body: { password: 'at Dawn' },
          }),
        )
      ).code,
      'wrong-password',
    );
    await client.call('POST /api/shared/{secret}/unlock', {
      params: { secret: other },
      body: { password: 'at dawn' },
    });
    for (const link of [made, locked])
      await client.call('DELETE /api/links/{id}', { params: { id: link.id } });
    same(
      (await failureOf(client.call('GET /api/shared/{secret}', { params: { secret } }))).code,
      'link-not-found',
    );
    await client.call('DELETE /api/images/{id}', { params: { id } });
  },
  'what is shared with somebody and with a group is reached, explained, and taken': async (stage) => {
    const { client, visitor, photo } = stage;
    const { accountId } = (await client.list('GET /api/keys', { query: { limit: 1 } }).all())[0] ?? {
      accountId: '',
    };
    const [name, password] = [`Mia ${Math.random()}`, 'correct horse battery'];
    const { token } = await client.call('POST /api/invites', { body: { role: 'member' } });
    const { user } = await visitor.call('POST /api/invites/accept', { body: { token, name, password } });
    const { id } = await client.upload(photo, { visibility: 'private' });
    const resource = { type: 'image', id } as const;
    const there = visitor.as(accountId);
    same((await failureOf(there.call('GET /api/images/{id}', { params: { id } }))).kind, 'forbidden');

    const given = await client.call('POST /api/grants', {
      body: { resource, to: { type: 'user', name }, role: 'viewer' },
    });
    same((await there.call('GET /api/images/{id}', { params: { id } })).id, id);
    same((await failureOf(there.call('DELETE /api/images/{id}', { params: { id } }))).kind, 'forbidden');
    same((await failureOf(visitor.call('GET /api/images/{id}', { params: { id } }))).kind, 'not-found');
    const [received] = (await visitor.call('GET /api/grants/received')).grants;
    same([received?.id, received?.account.id, received?.role], [given.id, accountId, 'viewer']);
    const asked = { to: `user:${user.id}`, ...resource };
    same((await client.call('GET /api/access', { query: asked })).because[0]?.grant?.to.name, name);

    const group = await client.call('POST /api/groups', { body: { name: 'Friends', memberNames: [name] } });
    same(
      (await client.call('PATCH /api/groups/{id}', { params: { id: group.id }, body: { name: 'Family' } }))
        .members.length,
      1,
    );
    await client.call('POST /api/grants', {
      body: { resource, to: { type: 'group', id: group.id }, role: 'editor' },
    });
    same(
      (
        await client
          .list('GET /api/grants', { query: { type: resource.type, id: resource.id, limit: 1 } })
          .all()
      ).map(({ to }) => to.name),
      ['Family', name],
    );
    same(
      (await client.call('GET /api/groups')).groups.some(({ id: listed }) => listed === group.id),
      true,
    );
    await client.call('DELETE /api/groups/{id}', { params: { id: group.id } });
    await visitor.call('DELETE /api/grants/{id}', { params: { id: given.id } });
    same((await failureOf(there.call('GET /api/images/{id}', { params: { id } }))).kind, 'forbidden');
    await client.call('DELETE /api/images/{id}', { params: { id } });
    await client.call('DELETE /api/users/{id}', { params: { id: user.id } });
  },
  'images are added by a link that allows it': async ({ client, photo }) => {
    const resource = { type: 'folder', id: 'guests' } as const;
    const made = await client.call('POST /api/links', { body: { resource, role: 'contributor' } });
    const secret = made.url.slice(made.url.lastIndexOf('/') + 1);
    const added = await client.upload(photo, { link: secret, tags: ['party'], guest: 'Ada' });
    if ('waiting' in added) throw new Error('It waits.');
    const { id } = added;
    same((await client.call('GET /api/shared/{secret}', { params: { secret } })).role, 'contributor');
    const { tags, path, addedBy, guest } = await client.call('GET /api/images/{id}', {
      params: { id },
      query: { include: ['addedBy'] },
    });
    same([tags, path, addedBy, guest?.name], [['party'], 'guests', `link:${made.id}`, 'Ada']);
    const viewing = await client.call('POST /api/links', { body: { resource } });
    const other = viewing.url.slice(viewing.url.lastIndexOf('/') + 1);
    same((await failureOf(client.upload(photo, { link: other }))).code, 'contribution-refused');
    for (const link of [made, viewing])
      await client.call('DELETE /api/links/{id}', { params: { id: link.id } });
    await client.call('DELETE /api/images/{id}', { params: { id } });
  },
};
