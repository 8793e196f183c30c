import type {
  AddedImage,
  AlbumRecord,
  CreatedLinkRecord,
  ImageDetails,
  SharedImage,
} from '@cairn/api-schema';
import { ServerProcess, uploadForm, type UploadParts } from '@cairn/harness';
import { fixtures, photoJpeg, PRIVATE_TEXT } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';

let server: ServerProcess;

interface Link {
  readonly id: string;
  readonly secret: string;
}

async function share(body: object, by = server): Promise<Link> {
  const { id, url } = await by.json<CreatedLinkRecord>('POST', '/api/links', {
    role: 'contributor',
    ...body,
  });
  return { id, secret: url.slice(url.lastIndexOf('/') + 1) };
}

const folder = (id: string): object => ({ resource: { type: 'folder', id } });

async function newAlbum(): Promise<string> {
  return (await server.json<AlbumRecord>('POST', '/api/albums', { title: 'Party' })).id;
}

/** Sends an image as a stranger. */
async function add(
  { secret }: Link,
  parts: Partial<UploadParts> & Readonly<Record<string, unknown>> = {},
  init: RequestInit = {},
): Promise<Response> {
  const body = uploadForm({ bytes: fixtures.jpeg.bytes, ...parts });
  return await server.fetch(`/api/shared/${secret}/upload`, { method: 'POST', key: null, body, ...init });
}

async function added(link: Link, parts: Partial<UploadParts> = {}): Promise<SharedImage> {
  const response = await add(link, parts);
  const image = (await response.json()) as AddedImage;
  expect(response.status).toBe(image.existing === true ? 200 : 201);
  return image;
}

const codeOf = async (response: Response): Promise<unknown> => {
  const { status, code } = (await response.json()) as { readonly status: number; readonly code: string };
  return [status, code];
};

const imageCount = async (): Promise<number> =>
  (await server.json<{ readonly imageCount: number }>('GET', '/api/quota')).imageCount;

const detailsOf = async (id: string): Promise<ImageDetails> =>
  await server.json('GET', `/api/images/${id}?include=addedBy,visibility,metadata`);

/** A form of which the second half is sent after `meanwhile`. */
function slowly(meanwhile: () => Promise<unknown>): RequestInit {
  const { bytes } = fixtures.jpeg;
  const head = 'Content-Disposition: form-data; name="file"; filename="late.jpg"';
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`--x\r\n${head}\r\n\r\n`);
    yield bytes.subarray(0, bytes.length / 2);
    await meanwhile();
    yield bytes.subarray(bytes.length / 2);
    yield Buffer.from('\r\n--x--\r\n');
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return { headers, body: ReadableStream.from(parts()), duplex: 'half' };
}

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_RATE_FAILED_AUTH: '0' });
});

afterAll(() => server.dispose());

describe('a link for contributors', () => {
  it('to a folder puts images there: private, without metadata, and known to be of the link', async () => {
    const link = await share({ ...folder('party/2026'), position: 'exact', download: true });
    const ignored = { path: '../elsewhere', visibility: 'seen', metadata: 'some', owner: 'bob' }; // an upload would refuse them
    const image = await added(link, { bytes: photoJpeg(), name: 'lake.jpg', tags: 'sea', ...ignored });
    expect(image).toMatchObject({ name: 'lake.jpg', position: { longitude: -122.5, latitude: 37.75 } });
    const details = await detailsOf(image.id);
    expect(details).toMatchObject({
      path: 'party/2026',
      tags: ['sea'],
      visibility: 'private',
      addedBy: `link:${link.id}`,
      metadata: { removed: expect.arrayContaining(['gps']) },
    });
    expect((await server.fetch(details.url, { key: null })).status).toBe(404);
    const shown = await server.fetch(image.file, { key: null });
    expect(Buffer.from(await shown.arrayBuffer()).includes(PRIVATE_TEXT)).toBe(false);
    const listed = await server.fetch(`/api/shared/${link.secret}/images`, { key: null });
    expect(await listed.json()).toMatchObject({ images: [image] });
  });

  it('to an album puts images into the top folder and to the end of the album', async () => {
    const id = await newAlbum();
    const link = await share({ resource: { type: 'album', id } });
    const images = [await added(link), await added(link, { bytes: fixtures.png.bytes })];
    const listing = `/api/albums/${id}/images?include=addedBy`;
    const page = await server.json<{ readonly images: readonly ImageDetails[] }>('GET', listing);
    expect(page.images.map((image) => [image.id, image.path, image.addedBy])).toEqual(
      images.map((image) => [image.id, '', `link:${link.id}`]),
    );
    expect(await server.json('GET', `/api/links?type=album&id=${id}`)).toMatchObject({
      links: [{ id: link.id, role: 'contributor' }],
    });
  });

  it('is not made for an image, nor for an album that fills itself', async () => {
    const { id: image } = await server.upload({ bytes: fixtures.jpeg.bytes });
    const smart = { title: 'Lakes', query: { tags: ['lake'] } };
    const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', smart);
    for (const resource of [
      { type: 'image', id: image },
      { type: 'album', id: album },
    ]) {
      const body = JSON.stringify({ resource, role: 'contributor' });
      const headers = { 'content-type': 'application/json' };
      const response = await server.fetch('/api/links', { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { errors: [{ pointer: '/role', code: 'takes-no-images' }] },
      ]);
    }
  });

  it('alone adds images, which it can neither change nor delete', async () => {
    const viewer = await share({ ...folder('party'), role: 'viewer' });
    expect(await codeOf(await add(viewer))).toEqual([403, 'contribution-refused']);
    const link = await share(folder('party'));
    const { id } = await added(link);
    for (const method of ['DELETE', 'PATCH', 'PUT'])
      for (const path of [`/api/shared/${link.secret}/images/${id}`, `/api/images/${id}`])
        expect([401, 404, 405]).toContain((await server.fetch(path, { method, key: null })).status);
    expect((await detailsOf(id)).id).toBe(id);
  });

  it('stores nothing that is no image, or that has no form', async () => {
    const link = await share(folder('party'));
    const before = await imageCount();
    expect(await codeOf(await add(link, { bytes: Buffer.from('x') }))).toEqual([
      415,
      'unsupported-image-type',
    ]);
    expect(await codeOf(await add(link, {}, { body: 'x' }))).toEqual([415, 'unsupported-media-type']);
    expect(await codeOf(await add(link, { tags: 'x'.repeat(65) }))).toEqual([400, 'invalid-input']);
    expect(await imageCount()).toBe(before);
  });

  it('that is revoked or narrowed while an image arrives takes it no more, nor does one of an album that goes', async () => {
    const before = await imageCount();
    const id = await newAlbum();
    const [revoked, ofAlbum] = [
      await share(folder('party')),
      await share({ resource: { type: 'album', id } }),
    ];
    const revoke = slowly(() => server.request('DELETE', `/api/links/${revoked.id}`));
    expect(await codeOf(await add(revoked, {}, revoke))).toEqual([404, 'link-not-found']);
    const remove = slowly(() => server.request('DELETE', `/api/albums/${id}`));
    expect(await codeOf(await add(ofAlbum, {}, remove))).toEqual([404, 'link-not-found']);
    const narrowed = await share(folder('party'));
    const narrow = slowly(() => server.json('PATCH', `/api/links/${narrowed.id}`, { role: 'viewer' }));
    expect(await codeOf(await add(narrowed, {}, narrow))).toEqual([403, 'contribution-refused']);
    expect(await imageCount()).toBe(before);
    expect(
      (
        await add(
          await share(folder('party')),
          {},
          slowly(async () => undefined),
        )
      ).status,
    ).toBe(200); // it is there
  });

  it('with a password takes nothing without it', async () => {
    const link = await share({ ...folder('locked'), password: 'at dawn' });
    expect(await codeOf(await add(link))).toEqual([401, 'link-password-needed']);
    const unlocked = await server.fetch(`/api/shared/${link.secret}/unlock`, {
      method: 'POST',
      key: null,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'at dawn' }),
    });
    const cookie = unlocked.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await add(link, {}, { headers: { cookie } })).status).toBe(201);
  });

  it('fills the quota of its account, and no more than that', async () => {
    const { key } = await openAccount(server, 'Small', { imageQuota: 1 });
    const made = await server.fetch('/api/links', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...folder('party'), role: 'contributor' }),
    });
    const { id, url } = (await made.json()) as CreatedLinkRecord;
    const link = { id, secret: url.slice(url.lastIndexOf('/') + 1) };
    await added(link);
    const full = await add(link);
    expect([full.status, await full.json()]).toEqual([
      409,
      {
        type: expect.any(String),
        title: expect.any(String),
        status: 409,
        code: 'quota-exceeded',
        detail: 'There is no room for more images here.',
        instance: expect.any(String),
        requestId: expect.any(String),
      },
    ]);
  });
});

describe('uploads by links', () => {
  it('are limited by network', async () => {
    const limited = await ServerProcess.inMemory({ CAIRN_RATE_UPLOADS: '2' });
    try {
      const [one, other] = [await share(folder('a'), limited), await share(folder('b'), limited)];
      const statuses: number[] = [];
      for (const { secret } of [one, other, one]) {
        const body = uploadForm({ bytes: fixtures.jpeg.bytes });
        const sent = { method: 'POST', key: null, body };
        statuses.push((await limited.fetch(`/api/shared/${secret}/upload`, sent)).status);
      }
      expect(statuses).toEqual([201, 201, 429]);
      expect((await limited.fetch(`/api/shared/${one.secret}`, { key: null })).status).toBe(200);
    } finally {
      await limited.dispose();
    }
  });
});
