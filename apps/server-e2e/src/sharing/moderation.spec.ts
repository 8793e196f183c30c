import type {
  AlbumRecord,
  ApprovedContributions,
  ContributionPage,
  CreatedLinkRecord,
  ImagePage,
  LinkRecord,
  QuotaDetails,
  RefusedContributions,
} from '@cairn/api-schema';
import { uploadForm, type UploadParts } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SharedAccount } from '../support/shared-account.js';
import { photoAt } from './leaks/private-images.js';

let shared: SharedAccount;
let made = 0;

/** A link by which guests add images. */
interface Link extends CreatedLinkRecord {
  readonly secret: string;
}

interface Sent {
  readonly parts?: Partial<UploadParts> & Readonly<Record<string, unknown>>;
  /** The cookie of the guest. */
  readonly cookie?: string;
  readonly path?: string;
}

beforeAll(async () => {
  shared = await SharedAccount.start();
});
beforeEach(async () => {
  await shared.takeAll();
  const { contributions } = await queue();
  await refuse(contributions.map(({ id }) => id));
});
afterAll(() => shared.server.dispose());

async function share(body: object): Promise<Link> {
  const link = (
    await shared.ada.post('/api/links', { role: 'contributor', approval: 'required', ...body })
  ).json<CreatedLinkRecord>();
  return { ...link, secret: link.url.slice(link.url.lastIndexOf('/') + 1) };
}

const folder = (id: string): object => ({ resource: { type: 'folder', id } });

async function newAlbum(): Promise<string> {
  return (await shared.ada.post('/api/albums', { title: 'Party' })).json<AlbumRecord>().id;
}

/** An image that no other one is like. */
async function newBytes(): Promise<Uint8Array> {
  made += 1;
  return await photoAt(made, 8, 47);
}

async function add({ secret }: Link, { parts = {}, cookie, path }: Sent = {}): Promise<Response> {
  const { guest, ...rest } = parts;
  const body = uploadForm({ bytes: rest.bytes ?? (await newBytes()), ...rest });
  if (typeof guest === 'string') body.set('guest', guest);
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const address = path ?? `/api/shared/${secret}/upload`;
  return await shared.server.fetch(address, { method: 'POST', key: null, body, headers, redirect: 'manual' });
}

async function queue(query = ''): Promise<ContributionPage> {
  return (await shared.ada.get(`/api/contributions?limit=1000${query}`)).json<ContributionPage>();
}

async function approve(ids: readonly string[], more = {}): Promise<ApprovedContributions> {
  return (await shared.ada.post('/api/contributions/approve', { ids, ...more })).json();
}

async function refuse(ids: readonly string[]): Promise<RefusedContributions> {
  if (ids.length === 0) return { refused: [], missing: [] };
  return (await shared.ada.post('/api/contributions/refuse', { ids })).json();
}

const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
const listed = async (query: string): Promise<ImagePage> =>
  (await shared.ada.get(`/api/images?limit=1000&${query}`)).json<ImagePage>();
const linkNow = async ({ id }: Link): Promise<LinkRecord | undefined> =>
  (await shared.ada.get('/api/links?limit=1000'))
    .json<{ readonly links: readonly LinkRecord[] }>()
    .links.find((link) => link.id === id);
const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly code?: string }).code;

describe('an image that waits for approval', () => {
  it('is in the queue with its picture, and nowhere else', async () => {
    const album = await newAlbum();
    const link = await share({ resource: { type: 'album', id: album }, download: true, position: 'exact' });
    const before = (await shared.ada.get('/api/quota?include=bytes')).json<QuotaDetails>();
    const bytes = await newBytes();
    const response = await add(link, { parts: { bytes, name: 'lake.jpg', tags: 'lago', guest: '  Ada\u0007 L ' } });
    expect([response.status, await response.json()]).toEqual([202, { waiting: true }]);
    const { contributions, count } = await queue();
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
      const file = await shared.ada.get(`/api/contributions/${id}/file${query}`);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    }

    const hidden = [
      ...['/api/images?include=file', '/api/images?q=lago', '/api/tags', `/api/albums/${album}/images`],
      ...['/api/images/days', '/api/images/layout', '/api/trash', '/api/albums', `/api/tags/lago/images`],
    ];
    for (const path of hidden) {
      const answer = await shared.ada.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const text = answer.bytes.toString();
      expect([path, text.includes(id) || text.includes('lago')]).toEqual([path, false]);
    }
    const gone = [`/api/images/${id}`, `/api/images/${id}/original`, `/api/shared/${link.secret}/images/${id}/file?w=640`];
    for (const path of gone) expect([path, (await shared.ada.get(path)).status]).toEqual([path, 404]);
    const page = await shared.server.fetch(`/a/${link.secret}`, { key: null });
    expect((await page.text()).includes(id)).toBe(false);
    const open = await shared.server.fetch(`/api/shared/${link.secret}`, { key: null });
    expect(await open.json()).toMatchObject({ imageCount: 0, cover: null });

    const { bytes: used, ...images } = (await shared.ada.get('/api/quota?include=bytes')).json<QuotaDetails>();
    expect(images).toEqual({ imageCount: before.imageCount, quota: before.quota });
    expect(used?.used).toBe((before.bytes?.used ?? 0) + (waiting?.sizeInBytes ?? 0));
    expect(await linkNow(link)).toMatchObject({ addedImages: 1, waitingImages: 1 });
  });

  it('is approved into its album, refused for good, and stays where it cannot be taken', async () => {
    const album = await newAlbum();
    const link = await share({ resource: { type: 'album', id: album } });
    for (let sent = 0; sent < 4; sent += 1) expect((await add(link)).status).toBe(202);
    const [first = '', second = '', third = '', fourth = ''] = (await queue()).contributions.map(({ id }) => id);
    expect(await approve([second, first, 'absent'])).toEqual({
      approved: [first, second],
      existing: [],
      left: [],
      missing: ['absent'],
    });
    const held = (await shared.ada.get(`/api/albums/${album}/images?include=addedBy`)).json<ImagePage>();
    expect(held.images.map(({ id, addedBy }) => [id, addedBy])).toEqual([
      [first, `link:${link.id}`],
      [second, `link:${link.id}`],
    ]);
    expect(await refuse([third, first])).toEqual({ refused: [third], missing: [first] });
    expect((await shared.ada.get(`/api/contributions/${third}/file?w=640`)).status).toBe(404);
    await shared.ada.delete(`/api/albums/${album}`);
    expect((await approve([fourth])).left).toEqual([{ id: fourth, code: 'album-not-found' }]);
    expect((await queue()).contributions.map(({ id }) => id)).toEqual([fourth]);
    expect((await approve([fourth], { withoutAlbum: true })).approved).toEqual([fourth]);
    expect((await shared.ada.get(`/api/images/${fourth}`)).status).toBe(200);
  });

  it('waits once, however often it is sent, and is told of where the link shows it', async () => {
    const link = await share(folder('once'));
    const bytes = await newBytes();
    for (let sent = 0; sent < 2; sent += 1) expect((await add(link, { parts: { bytes } })).status).toBe(202);
    const ids = (await queue()).contributions.map(({ id }) => id);
    expect(ids).toHaveLength(1);
    await approve(ids);
    const again = await add(link, { parts: { bytes } });
    expect([again.status, await again.json()]).toMatchObject([200, { id: ids[0], existing: true }]);
    expect(await linkNow(link)).toMatchObject({ addedImages: 1, waitingImages: 0 });
  });

  it('is thanked for by the page without a script', async () => {
    const link = await share(folder('page'));
    const answer = await add(link, { path: `/a/${link.secret}/upload` });
    expect(answer.status).toBe(202);
    expect(await answer.text()).toContain('Thank you!');
    expect((await queue('&type=folder&id=page')).count).toBe(1);
  });

  it('goes on waiting when its link is revoked, and no other comes by it', async () => {
    const link = await share(folder('ended'));
    await add(link);
    await shared.ada.delete(`/api/links/${link.id}`);
    expect((await add(link)).status).toBe(404);
    const { contributions } = await queue();
    expect(contributions.map(({ addedBy }) => addedBy)).toEqual([`link:${link.id}`]);
    expect((await approve(contributions.map(({ id }) => id))).approved).toHaveLength(1);
  });
});

describe('the limits of a link', () => {
  it('hold a flood, whatever it sends at once, and leave nothing of what they refuse', async () => {
    const link = await share({ ...folder('flood'), approval: 'none', maxImages: 5 });
    const files = await Promise.all(Array.from({ length: 50 }, newBytes));
    const answers = await Promise.all(files.map((bytes) => add(link, { parts: { bytes } })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(45);
    expect((await listed('path=flood')).images).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await codeOf(refused))).toBe('link-full');
    expect(await linkNow(link)).toMatchObject({ addedImages: 5, maxImages: 5 });
    const patched = await shared.ada.send('PATCH', `/api/links/${link.id}`, {
      body: { maxImages: 6, approval: 'required' },
    });
    expect(patched.json()).toMatchObject({ id: link.id, maxImages: 6, approval: 'required' });
    expect((await add(link)).status).toBe(202);
    expect((await add(link)).status).toBe(409);
  });

  it('have defaults, and are refused where they make no sense', async () => {
    const link = await share({ ...folder('default'), approval: undefined });
    expect(link).toMatchObject({ approval: 'none', maxImages: 1_000, maxBytes: 5_000_000_000 });
    const wrong = [{ maxImages: 0 }, { maxBytes: 0.5 }, { approval: 'maybe' }, {}, { maxImages: 1e9 }];
    for (const body of wrong)
      expect((await shared.ada.send('PATCH', `/api/links/${link.id}`, { body })).status).toBe(400);
    const small = await share({ ...folder('small'), approval: 'none', maxBytes: 10 });
    expect(await codeOf(await add(small))).toBe('link-full');
  });
});

describe('a guest', () => {
  it('is known by a cookie of the link, named, filtered by, and removed as one', async () => {
    const link = await share({ ...folder('guests'), approval: 'none' });
    const first = await add(link, { parts: { bytes: fixtures.jpeg.bytes } });
    const cookie = cookieOf(first);
    expect(first.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax/);
    const second = await add(link, { parts: { guest: 'Ada' }, cookie });
    const other = await add(link, { parts: { guest: 'Bob' } });
    const ids = await Promise.all(
      [first, second, other].map(async (answer) => ((await answer.json()) as { readonly id: string }).id),
    );
    const { images } = await listed('path=guests&include=addedBy&sort=oldest');
    const guestIds = images.map(({ guest }) => guest?.id);
    expect(images.map(({ id, addedByName, guest }) => [id, addedByName, guest?.name])).toEqual([
      [ids[0], 'guests', 'Ada'],
      [ids[1], 'guests', 'Ada'],
      [ids[2], 'guests', 'Bob'],
    ]);
    expect(guestIds[0]).toBe(guestIds[1]);
    expect(guestIds[0]).not.toBe(guestIds[2]);
    expect(cookie).not.toContain(guestIds[0]);
    expect((await listed(`guest=${guestIds[0]}`)).images.map(({ id }) => id).sort()).toEqual([ids[0], ids[1]].sort());
    expect((await listed(`addedBy=link:${link.id}`)).images).toHaveLength(3);
    expect((await listed(`addedBy=user:nobody`)).images).toEqual([]);
    for (const wrong of ['addedBy=link', 'addedBy=group:x', 'guest=', 'guest=a%20b'])
      expect([wrong, (await shared.ada.get(`/api/images?${wrong}`)).status]).toEqual([wrong, 400]);
    const removed = await shared.ada.post('/api/images/bulk/delete', { filter: { guest: guestIds[0] } });
    expect(removed.json<{ deleted: string[] }>().deleted.sort()).toEqual([ids[0], ids[1]].sort());
    expect((await listed('path=guests')).images.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('is another one of another link, and nobody by a forged cookie or a long name', async () => {
    const [one, other] = [await share({ ...folder('one') }), await share({ ...folder('other') })];
    const cookie = cookieOf(await add(one));
    await add(other, { cookie });
    const forged = cookie.replace(/=.*/, `=${'x'.repeat(9)}`);
    await add(one, { cookie: forged });
    const ids = (await queue()).contributions.map(({ guest }) => guest.id);
    expect(new Set(ids).size).toBe(3);
    expect((await add(one, { parts: { guest: 'x'.repeat(81) } })).status).toBe(400);
    expect((await queue(`&guest=${ids[0]}`)).count).toBe(1);
    expect((await queue(`&link=${one.id}`)).count).toBe(2);
  });
});

describe('who decides', () => {
  it('is who manages the album or folder; nobody else learns that something waits', async () => {
    const album = await newAlbum();
    const links = [
      await share({ resource: { type: 'album', id: album } }),
      await share(folder('ours/today')),
      await share(folder('mine')),
    ];
    for (const link of links) await add(link, { parts: { guest: 'Ada' } });
    const [inAlbum = '', inFolder = '', inMine = ''] = (await queue()).contributions.map(({ id }) => id);
    const asGrace = async (path: string, body?: object) =>
      await shared.grace.send(body === undefined ? 'GET' : 'POST', path, { headers: shared.headers, body });
    const seen = async (query = ''): Promise<unknown> => {
      const answer = await asGrace(`/api/contributions?limit=9${query}`);
      return answer.status === 200
        ? answer.json<ContributionPage>().contributions.map(({ id }) => id)
        : answer.status;
    };
    for (const role of ['viewer', 'contributor', 'editor'] as const) {
      await shared.give({ type: 'album', id: album }, role);
      expect([role, await seen()]).toEqual([role, 403]);
      expect((await asGrace(`/api/contributions/${inAlbum}/file?w=640`)).status).toBe(403);
      expect((await asGrace('/api/contributions/approve', { ids: [inAlbum] })).status).toBe(403);
    }
    await shared.takeAll();
    await shared.give({ type: 'folder', id: 'ours' }, 'manager');
    await shared.give({ type: 'album', id: album }, 'viewer');
    expect(await seen()).toEqual([inFolder]);
    expect(await seen('&type=folder&id=ours/today')).toEqual([inFolder]);
    expect(await seen('&type=folder&id=mine')).toBe(403);
    expect(await seen(`&type=album&id=${album}`)).toBe(403);
    expect((await asGrace(`/api/contributions/${inFolder}/file?w=640`)).status).toBe(200);
    for (const id of [inAlbum, inMine]) {
      expect((await asGrace(`/api/contributions/${id}/file?w=640`)).status).toBe(404);
      expect((await asGrace('/api/contributions/approve', { ids: [id] })).json()).toMatchObject({ missing: [id] });
      expect((await asGrace('/api/contributions/refuse', { ids: [id] })).json()).toEqual({ refused: [], missing: [id] });
    }
    expect((await asGrace('/api/contributions/approve', { ids: [inFolder] })).json()).toMatchObject({
      approved: [inFolder],
    });
    expect(await seen()).toEqual([]);
    const named = (await asGrace('/api/images?path=ours&include=addedBy')).json<ImagePage>().images;
    expect(named.map(({ guest }) => guest?.name)).toEqual(['Ada']);
    await shared.takeAll();
    await shared.give({ type: 'folder', id: 'ours' }, 'editor');
    const unnamed = (await asGrace('/api/images?path=ours&include=addedBy')).json<ImagePage>().images;
    expect(unnamed.map((image) => ['guest' in image, 'addedByName' in image])).toEqual([[false, false]]);
    expect((await asGrace(`/api/images?path=ours&guest=${named[0]?.guest?.id}`)).status).toBe(403);
    const strangers = [
      `/api/contributions`,
      `/api/contributions/${inAlbum}/file?w=640`,
      `/api/contributions/absent/file?w=640`,
    ];
    const statuses = await Promise.all(strangers.map(async (path) => (await shared.grace.get(path)).status));
    expect(statuses).toEqual([200, 404, 404]); // of her own account
    const byLink = await shared.server.fetch(`/api/shared/${links[1]?.secret}/images`, { key: null });
    expect(await byLink.text()).not.toMatch(/Ada|guest|link:/);
  });
});
