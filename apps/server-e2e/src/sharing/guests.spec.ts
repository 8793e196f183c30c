import type { AlbumRecord, ImagePage } from '@cairn/api-schema';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codeOf, folder, GuestWorld, newBytes } from './guest-world.js';

const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';

let world: GuestWorld;

beforeAll(async () => {
  world = await GuestWorld.start();
});
beforeEach(() => world.clear());
afterAll(() => world.shared.server.dispose());

describe('the limits of a link', () => {
  it('hold a flood, whatever it sends at once, and leave nothing of what they refuse', async () => {
    const link = await world.share({ ...folder('flood'), approval: 'none', maxImages: 5 });
    const files = await Promise.all(Array.from({ length: 50 }, newBytes));
    const answers = await Promise.all(files.map((bytes) => world.add(link, { parts: { bytes } })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(45);
    expect((await world.listed('path=flood')).images).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await codeOf(refused))).toBe('link-full');
    expect(await world.linkNow(link)).toMatchObject({ addedImages: 5, maxImages: 5 });
    const patched = await world.shared.ada.send('PATCH', `/api/links/${link.id}`, {
      body: { maxImages: 6, approval: 'required' },
    });
    expect(patched.json()).toMatchObject({ id: link.id, maxImages: 6, approval: 'required' });
    expect((await world.add(link)).status).toBe(202);
    expect((await world.add(link)).status).toBe(409);
  });

  it('have defaults, and are refused where they make no sense', async () => {
    const link = await world.share({ ...folder('default'), approval: undefined });
    expect(link).toMatchObject({ approval: 'none', maxImages: 1_000, maxBytes: 5_000_000_000 });
    const wrong = [{ maxImages: 0 }, { maxBytes: 0.5 }, { approval: 'maybe' }, { maxImages: 1e9 }];
    for (const body of wrong)
      expect((await world.shared.ada.send('PATCH', `/api/links/${link.id}`, { body })).status).toBe(400);
    const small = await world.share({ ...folder('small'), approval: 'none', maxBytes: 10 });
    expect(await codeOf(await world.add(small))).toBe('link-full');
  });
});

describe('a guest', () => {
  it('is known by a cookie of the link, named, filtered by, and removed as one', async () => {
    const link = await world.share({ ...folder('guests'), approval: 'none' });
    const first = await world.add(link, { parts: { bytes: fixtures.jpeg.bytes } });
    const cookie = cookieOf(first);
    expect(first.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax/);
    const second = await world.add(link, { parts: { guest: 'Ada' }, cookie });
    const other = await world.add(link, { parts: { guest: 'Bob' } });
    const ids = await Promise.all(
      [first, second, other].map(async (answer) => ((await answer.json()) as { readonly id: string }).id),
    );
    const { images } = await world.listed('path=guests&include=addedBy&sort=oldest');
    const guestIds = images.map(({ guest }) => guest?.id);
    expect(images.map(({ id, addedByName, guest }) => [id, addedByName, guest?.name])).toEqual([
      [ids[0], 'guests', 'Ada'],
      [ids[1], 'guests', 'Ada'],
      [ids[2], 'guests', 'Bob'],
    ]);
    expect(guestIds[0]).toBe(guestIds[1]);
    expect(guestIds[0]).not.toBe(guestIds[2]);
    expect(cookie).not.toContain(guestIds[0]);
    expect((await world.listed(`guest=${guestIds[0]}`)).images.map(({ id }) => id).sort()).toEqual(
      [ids[0], ids[1]].sort(),
    );
    expect((await world.listed(`addedBy=link:${link.id}`)).images).toHaveLength(3);
    expect((await world.listed(`addedBy=user:nobody`)).images).toEqual([]);
    for (const wrong of ['addedBy=link', 'addedBy=group:x', 'guest=', 'guest=a%20b'])
      expect([wrong, (await world.shared.ada.get(`/api/images?${wrong}`)).status]).toEqual([wrong, 400]);
    const removed = await world.shared.ada.post('/api/images/bulk/delete', {
      filter: { guest: guestIds[0] },
    });
    expect(removed.json<{ deleted: string[] }>().deleted.sort()).toEqual([ids[0], ids[1]].sort());
    expect((await world.listed('path=guests')).images.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('is another one of another link, and nobody by a forged cookie or a long name', async () => {
    const [one, other] = [await world.share({ ...folder('one') }), await world.share({ ...folder('other') })];
    const cookie = cookieOf(await world.add(one));
    await world.add(other, { cookie });
    const forged = cookie.replace(/=.*/, `=${'x'.repeat(9)}`);
    await world.add(one, { cookie: forged });
    const ids = (await world.queue()).contributions.map(({ guest }) => guest.id);
    expect(new Set(ids).size).toBe(3);
    expect((await world.add(one, { parts: { guest: 'x'.repeat(81) } })).status).toBe(400);
    expect((await world.queue(`&guest=${ids[0]}`)).count).toBe(1);
    expect((await world.queue(`&link=${one.id}`)).count).toBe(2);
  });

  it('does not tell the manager of another album what the album is called to which they added', async () => {
    const { ada } = world.shared;
    const link = await world.share({
      resource: { type: 'album', id: await world.newAlbum() },
      approval: 'none',
    });
    const { id } = (await (await world.add(link)).json()) as { readonly id: string };
    const album = { title: 'Best of all', images: [id] };
    const { id: other } = (await ada.post('/api/albums', album)).json<AlbumRecord>();
    await world.shared.give({ type: 'album', id: other }, 'manager');
    const listed = `/api/albums/${other}/images?include=addedBy`;
    expect((await world.asGrace(listed)).json<ImagePage>().images).toMatchObject([{ id }]);
    expect((await ada.get(listed)).bytes.toString()).toContain('Party');
    expect((await world.asGrace(listed)).bytes.toString()).not.toContain('Party');
  });
});
