import { failureOf, same, type Scenario } from './scenario.js';

/** Albums and links. */
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
