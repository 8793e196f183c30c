import type { ContributionPage, ImagePage, QuotaDetails } from '@cairn/api-schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { folder, GuestWorld, newBytes } from './guest-world.js';

let world: GuestWorld;

beforeAll(async () => {
  world = await GuestWorld.start();
});
beforeEach(() => world.clear());
afterAll(() => world.shared.server.dispose());

describe('an image that waits for approval', () => {
  it('is in the queue with its picture, and nowhere else', async () => {
    const album = await world.newAlbum();
    const link = await world.share({
      resource: { type: 'album', id: album },
      download: true,
      position: 'exact',
    });
    const before = (await world.shared.ada.get('/api/quota?include=bytes')).json<QuotaDetails>();
    const bytes = await newBytes();
    const response = await world.add(link, {
      parts: { bytes, name: 'lake.jpg', tags: 'lago', guest: '  Ada\u0007 L ' },
    });
    expect([response.status, await response.json()]).toEqual([202, { waiting: true }]);
    const { contributions, count } = await world.queue();
    expect(count).toBe(1);
    const [waiting] = contributions;
    expect(waiting).toMatchObject({
      name: expect.stringMatching(/^lake\./),
      resource: { type: 'album', id: album },
      addedBy: `link:${link.id}`,
      guest: { id: expect.stringMatching(/^[\w-]{22}$/), name: 'Ada  L' },
      width: 24,
      height: 18,
    });
    const id = waiting?.id ?? '';
    for (const query of ['?w=640', '?w=1920', '']) {
      const file = await world.shared.ada.get(`/api/contributions/${id}/file${query}`);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    }

    const hidden = [
      ...['/api/images?include=file', '/api/images?q=lago', '/api/tags', `/api/albums/${album}/images`],
      ...['/api/images/days', '/api/images/layout', '/api/trash', '/api/albums', `/api/tags/lago/images`],
    ];
    for (const path of hidden) {
      const answer = await world.shared.ada.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const text = answer.bytes.toString();
      expect([path, text.includes(id) || text.includes('lago')]).toEqual([path, false]);
    }
    const gone = [
      `/api/images/${id}`,
      `/api/images/${id}/original`,
      `/api/shared/${link.secret}/images/${id}/file?w=640`,
    ];
    for (const path of gone) expect([path, (await world.shared.ada.get(path)).status]).toEqual([path, 404]);
    const page = await world.shared.server.fetch(`/a/${link.secret}`, { key: null });
    expect((await page.text()).includes(id)).toBe(false);
    const open = await world.shared.server.fetch(`/api/shared/${link.secret}`, { key: null });
    expect(await open.json()).toMatchObject({ imageCount: 0, cover: null });

    const { bytes: used, ...images } = (
      await world.shared.ada.get('/api/quota?include=bytes')
    ).json<QuotaDetails>();
    expect(images).toEqual({ imageCount: before.imageCount, quota: before.quota });
    expect(used?.used).toBe((before.bytes?.used ?? 0) + (waiting?.sizeInBytes ?? 0));
    expect(await world.linkNow(link)).toMatchObject({ addedImages: 1, waitingImages: 1 });
  });

  it('is approved into its album, refused for good, and stays where it cannot be taken', async () => {
    const album = await world.newAlbum();
    const link = await world.share({ resource: { type: 'album', id: album } });
    for (let sent = 0; sent < 4; sent += 1) expect((await world.add(link)).status).toBe(202);
    const [first = '', second = '', third = '', fourth = ''] = (await world.queue()).contributions.map(
      ({ id }) => id,
    );
    expect(await world.approve([second, first, 'absent'])).toEqual({
      approved: [first, second],
      existing: [],
      left: [],
      missing: ['absent'],
    });
    const held = (
      await world.shared.ada.get(`/api/albums/${album}/images?include=addedBy`)
    ).json<ImagePage>();
    expect(held.images.map(({ id, addedBy }) => [id, addedBy])).toEqual([
      [first, `link:${link.id}`],
      [second, `link:${link.id}`],
    ]);
    expect(await world.refuse([third, first])).toEqual({ refused: [third], missing: [first] });
    expect((await world.shared.ada.get(`/api/contributions/${third}/file?w=640`)).status).toBe(404);
    await world.shared.ada.delete(`/api/albums/${album}`);
    expect((await world.approve([fourth])).left).toEqual([{ id: fourth, code: 'album-not-found' }]);
    expect((await world.queue()).contributions.map(({ id }) => id)).toEqual([fourth]);
    expect((await world.approve([fourth], { withoutAlbum: true })).approved).toEqual([fourth]);
    expect((await world.shared.ada.get(`/api/images/${fourth}`)).status).toBe(200);
  });

  it('waits once, however often it is sent, and is told of where the link shows it', async () => {
    const link = await world.share(folder('once'));
    const bytes = await newBytes();
    for (let sent = 0; sent < 2; sent += 1)
      expect((await world.add(link, { parts: { bytes } })).status).toBe(202);
    const ids = (await world.queue()).contributions.map(({ id }) => id);
    expect(ids).toHaveLength(1);
    await world.approve(ids);
    const again = await world.add(link, { parts: { bytes } });
    expect([again.status, await again.json()]).toMatchObject([200, { id: ids[0], existing: true }]);
    expect(await world.linkNow(link)).toMatchObject({ addedImages: 1, waitingImages: 0 });
  });

  it('is thanked for by the page without a script', async () => {
    const link = await world.share(folder('page'));
    const answer = await world.add(link, { path: `/a/${link.secret}/upload` });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${link.url}?added=waiting`]);
    const thanks = await fetch(`${link.url}?added=waiting`);
    expect(await thanks.text()).toContain('once the owner has approved it');
    expect((await world.queue('&type=folder&id=page')).count).toBe(1);
  });

  it('goes on waiting when its link is revoked, and no other comes by it', async () => {
    const link = await world.share(folder('ended'));
    await world.add(link);
    await world.shared.ada.delete(`/api/links/${link.id}`);
    expect((await world.add(link)).status).toBe(404);
    const { contributions } = await world.queue();
    expect(contributions.map(({ addedBy }) => addedBy)).toEqual([`link:${link.id}`]);
    expect((await world.approve(contributions.map(({ id }) => id))).approved).toHaveLength(1);
  });
});

describe('who decides', () => {
  it('is who manages the album or folder; nobody else learns that something waits', async () => {
    const album = await world.newAlbum();
    const links = [
      await world.share({ resource: { type: 'album', id: album } }),
      await world.share(folder('ours/today')),
      await world.share(folder('mine')),
    ];
    for (const link of links) await world.add(link, { parts: { guest: 'Ada' } });
    const [inAlbum = '', inFolder = '', inMine = ''] = (await world.queue()).contributions.map(
      ({ id }) => id,
    );
    const seen = async (query = ''): Promise<unknown> => {
      const answer = await world.asGrace(`/api/contributions?limit=9${query}`);
      return answer.status === 200
        ? answer.json<ContributionPage>().contributions.map(({ id }) => id)
        : answer.status;
    };
    for (const role of ['viewer', 'contributor', 'editor'] as const) {
      await world.shared.give({ type: 'album', id: album }, role);
      expect([role, await seen()]).toEqual([role, 403]);
      expect((await world.asGrace(`/api/contributions/${inAlbum}/file?w=640`)).status).toBe(403);
      expect((await world.asGrace('/api/contributions/approve', { ids: [inAlbum] })).status).toBe(403);
    }
    await world.shared.takeAll();
    await world.shared.give({ type: 'folder', id: 'ours' }, 'manager');
    await world.shared.give({ type: 'album', id: album }, 'viewer');
    expect(await seen()).toEqual([inFolder]);
    expect(await seen('&type=folder&id=ours/today')).toEqual([inFolder]);
    expect(await seen('&type=folder&id=mine')).toBe(403);
    expect(await seen(`&type=album&id=${album}`)).toBe(403);
    expect((await world.asGrace(`/api/contributions/${inFolder}/file?w=640`)).status).toBe(200);
    for (const id of [inAlbum, inMine]) {
      expect((await world.asGrace(`/api/contributions/${id}/file?w=640`)).status).toBe(404);
      expect((await world.asGrace('/api/contributions/approve', { ids: [id] })).json()).toMatchObject({
        missing: [id],
      });
      expect((await world.asGrace('/api/contributions/refuse', { ids: [id] })).json()).toEqual({
        refused: [],
        missing: [id],
      });
    }
    expect((await world.asGrace('/api/contributions/approve', { ids: [inFolder] })).json()).toMatchObject({
      approved: [inFolder],
    });
    expect(await seen()).toEqual([]);
    const named = (await world.asGrace('/api/images?path=ours&include=addedBy')).json<ImagePage>().images;
    expect(named.map(({ guest }) => guest?.name)).toEqual(['Ada']);
    await world.shared.takeAll();
    await world.shared.give({ type: 'folder', id: 'ours' }, 'editor');
    const unnamed = (await world.asGrace('/api/images?path=ours&include=addedBy')).json<ImagePage>().images;
    expect(unnamed.map((image) => ['guest' in image, 'addedByName' in image])).toEqual([[false, false]]);
    expect((await world.asGrace(`/api/images?path=ours&guest=${named[0]?.guest?.id}`)).status).toBe(403);
    const strangers = [
      `/api/contributions`,
      `/api/contributions/${inAlbum}/file?w=640`,
      `/api/contributions/absent/file?w=640`,
    ];
    const statuses = await Promise.all(
      strangers.map(async (path) => (await world.shared.grace.get(path)).status),
    );
    expect(statuses).toEqual([200, 404, 404]); // of her own account
    const byLink = await world.shared.server.fetch(`/api/shared/${links[1]?.secret}/images`, { key: null });
    expect(await byLink.text()).not.toMatch(/Ada|guest|link:/);
  });
});
