import { failureOf, same, type Scenario } from './scenario.js';

/** Albums, links, and sharing with people. */
export const sharingScenarios: Readonly<Record<string, Scenario>> = {
  'albums are made, filled, ordered, changed and deleted': async ({ client, photo }) => {
    const { albums, images } = client;
    const [one = '', other = ''] = [await images.upload(photo), await images.upload(photo)].map(
      ({ id }) => id,
    );
    const made = await albums.create({ title: 'Trip', images: [one, 'none'] });
    same([made.imageCount, made.cover?.id, made.missing], [1, one, ['none']]);
    const { id } = made;
    same((await albums.place(id, [other], { before: one })).imageCount, 2);
    const listed = async () => (await albums.images(id, { pageSize: 1 }).all()).map((image) => image.id);
    same(await listed(), [other, one]);
    same((await albums.update(id, { title: 'Way', order: 'oldest' })).title, 'Way');
    same(await listed(), [one, other]);
    same((await albums.take(id, [one])).imageCount, 1);
    same((await albums.get(id)).imageCount, 1);
    same(
      (await albums.list({ image: other, pageSize: 1 }).all()).map((album) => album.id),
      [id],
    );
    await albums.delete(id);
    same((await failureOf(albums.get(id))).code, 'album-not-found');
    await images.deleteMany([one, other]);
  },
  'links are made, open what they lead to, and are revoked': async ({ client, photo }) => {
    const { links, shared, images } = client;
    const { id } = await images.upload(photo);
    const resource = { type: 'image', id } as const;
    const made = await links.create({ resource, download: true });
    const secret = made.url.slice(made.url.lastIndexOf('/') + 1);
    same((await shared.get(secret)).cover?.id, id);
    same(
      (await shared.list(secret, { pageSize: 1 }).all()).map((image) => image.id),
      [id],
    );
    same(
      (await links.list({ resource, pageSize: 1 }).all()).map((link) => [link.id, link.uses]),
      [[made.id, 1]],
    );
    const locked = await links.create({ resource, password: 'at dawn' });
    const other = locked.url.slice(locked.url.lastIndexOf('/') + 1);
    same((await failureOf(shared.get(other))).code, 'link-password-needed');
    same((await failureOf(shared.unlock(other, 'at Dawn'))).code, 'wrong-password');
    await shared.unlock(other, 'at dawn');
    for (const link of [made, locked]) await links.revoke(link.id);
    same((await failureOf(shared.get(secret))).code, 'link-not-found');
    await images.delete(id);
  },
  'what is shared with somebody and with a group is reached, explained, and taken': async (stage) => {
    const { client, visitor, photo } = stage;
    const { accountId } = (await client.keys.list({ pageSize: 1 }).all())[0] ?? { accountId: '' };
    const [name, password] = [`Mia ${Math.random()}`, 'correct horse battery'];
    const { token } = await client.invites.create({ role: 'member' });
    const { user } = await visitor.invites.accept({ token, name, password });
    const { id } = await client.images.upload(photo, { visibility: 'private' });
    const resource = { type: 'image', id } as const;
    const there = visitor.as(accountId);
    same((await failureOf(there.images.get(id))).kind, 'forbidden');

    const given = await client.grants.give({ resource, to: { type: 'user', name }, role: 'viewer' });
    same((await there.images.get(id)).id, id);
    same((await failureOf(there.images.delete(id))).kind, 'forbidden');
    same((await failureOf(visitor.images.get(id))).kind, 'not-found');
    const [received] = await visitor.grants.received();
    same([received?.id, received?.account.id, received?.role], [given.id, accountId, 'viewer']);
    same((await client.access.explain(`user:${user.id}`, resource)).because[0]?.grant?.to.name, name);

    const group = await client.groups.create({ name: 'Friends', memberNames: [name] });
    same((await client.groups.update(group.id, { name: 'Family' })).members.length, 1);
    await client.grants.give({ resource, to: { type: 'group', id: group.id }, role: 'editor' });
    same(
      (await client.grants.list({ resource, pageSize: 1 }).all()).map(({ to }) => to.name),
      ['Family', name],
    );
    same(
      (await client.groups.list()).some(({ id: listed }) => listed === group.id),
      true,
    );
    await client.groups.delete(group.id);
    await visitor.grants.take(given.id);
    same((await failureOf(there.images.get(id))).kind, 'forbidden');
    await client.images.delete(id);
    await client.users.delete(user.id);
  },
  'images are added by a link that allows it': async ({ client, photo }) => {
    const { links, shared, images } = client;
    const resource = { type: 'folder', id: 'guests' } as const;
    const made = await links.create({ resource, role: 'contributor' });
    const secret = made.url.slice(made.url.lastIndexOf('/') + 1);
    const { id } = await shared.upload(secret, photo, { tags: ['party'] });
    same((await shared.get(secret)).role, 'contributor');
    const { tags, path, addedBy } = await images.get(id, { include: ['addedBy'] });
    same([tags, path, addedBy], [['party'], 'guests', `link:${made.id}`]);
    const viewing = await links.create({ resource });
    const other = viewing.url.slice(viewing.url.lastIndexOf('/') + 1);
    same((await failureOf(shared.upload(other, photo))).code, 'contribution-refused');
    for (const link of [made, viewing]) await links.revoke(link.id);
    await images.delete(id);
  },
};
