import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  AlbumRecord,
  CreatedLinkRecord,
  ImageRecord,
  SharedImage,
  UploadsResult,
  UserJobRecord,
} from '@cairn/api-schema';
import { until, uploadForm, type ServerProcess } from '@cairn/harness';
import type { Browser } from '../support/browser.js';

/** A file that is uploaded. */
export interface Given {
  readonly bytes: Buffer;
  readonly name: string;
}

/** A server on which uploads are hidden that do not say. */
export interface Ways {
  readonly server: ServerProcess;
  readonly accountId: string;
  /** A user who may add to the account, and see all of it, in their session. */
  readonly member: Browser;
}

/** How an image may come in, and where it may go: each gives the identifier of one that is stored whole. */
export const waysIn: Readonly<Record<string, (ways: Ways, given: Given) => Promise<string>>> = {
  'an upload': async ({ server }, given) => (await server.upload({ ...given, metadata: 'hide' })).id,

  'a private upload of several': async ({ server }, { bytes, name }) => {
    const form = uploadForm({ bytes, name, visibility: 'private' });
    const { results } = await server.json<UploadsResult>('POST', '/api/uploads', form);
    return results.map((result) => ('image' in result ? result.image.id : '')).join();
  },

  'an upload of a guest': async ({ server }, { bytes, name }) => {
    const { secret } = await newLink(server, { resource: folder, role: 'contributor' });
    const body = uploadForm({ bytes, name, metadata: 'keep' }); // which guests cannot say
    const path = `/api/shared/${secret}/upload`;
    const answer = await server.fetch(path, { method: 'POST', key: null, body });
    return ((await answer.json()) as SharedImage).id;
  },

  'an upload on the page of a link': async ({ server }, { bytes, name }) => {
    const { url } = await newLink(server, { resource: folder, role: 'contributor' });
    const body = uploadForm({ bytes, name });
    const answer = await server.fetch(`${url}/upload`, {
      method: 'POST',
      key: null,
      body,
      redirect: 'manual',
    });
    if (answer.status !== 303) throw new Error(`The page answers ${answer.status}.`);
    return await latest(server);
  },

  'an upload of a member into an album': async ({ server, member, accountId }, { bytes, name }) => {
    const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', { title: 'Of all' });
    const headers = { cookie: member.cookie, 'cairn-account': accountId };
    const sent = { method: 'POST', key: null, headers, body: uploadForm({ bytes, name }) };
    const answer = await server.fetch(`/api/albums/${album}/upload`, sent);
    return ((await answer.json()) as ImageRecord).id;
  },

  'an import from an address': async ({ server }, { bytes, name }) => {
    const other = await serving(bytes);
    try {
      const urls = [`${originOf(other)}/${name}`];
      const { id } = await server.json<UserJobRecord>('POST', '/api/imports', { urls });
      let imageId: string | undefined;
      await until('the import has ended', async () => {
        const { endedAt, result } = await server.json<UserJobRecord>('GET', `/api/imports/${id}`);
        imageId = 'images' in result ? result.images[0]?.imageId : undefined;
        return endedAt !== null;
      });
      return imageId ?? '';
    } finally {
      other.close();
    }
  },

  'a copy, private in another folder': async ({ server }, given) => {
    const { id } = await server.upload(given);
    const copy = { path: 'copies', visibility: 'private' };
    return (await server.json<ImageRecord>('POST', `/api/images/${id}/copies`, copy)).id;
  },

  'what is left of two copies': async ({ server }, given) => {
    const { id } = await server.upload({ ...given, visibility: 'private' });
    const copy = { path: 'copies', visibility: 'public' };
    const { id: left } = await server.json<ImageRecord>('POST', `/api/images/${id}/copies`, copy);
    await server.json('DELETE', `/api/images/${id}`);
    return left;
  },

  'what was in the trash': async ({ server }, given) => {
    const { id } = await server.upload(given);
    await server.json('DELETE', `/api/images/${id}`);
    await server.json('POST', '/api/trash/restore', { ids: [id] });
    return id;
  },

  'a turned picture': async ({ server }, given) => {
    const { id } = await server.upload(given);
    const edit = given.name.endsWith('webp') ? cropped : { turn: 90 }; // that one is animated
    await server.json('PATCH', `/api/images/${id}`, { edit });
    return id;
  },

  'a cropped picture': async ({ server }, given) => {
    const { id } = await server.upload({ ...given, visibility: 'private' });
    await server.json('PATCH', `/api/images/${id}`, { edit: cropped });
    return id;
  },
};

const cropped = { crop: { left: 0, top: 0, width: 0.5, height: 0.5 } };
const folder = { type: 'folder', id: 'guests' };

export async function newLink(server: ServerProcess, body: object) {
  const { id, url } = await server.json<CreatedLinkRecord>('POST', '/api/links', body);
  return { id, url, secret: url.slice(url.lastIndexOf('/') + 1) };
}

async function latest(server: ServerProcess): Promise<string> {
  const listed = await server.json<{ readonly images: readonly ImageRecord[] }>('GET', '/api/images?limit=1');
  return listed.images[0]?.id ?? '';
}

async function serving(bytes: Buffer): Promise<Server> {
  const other = createServer((_, response) => response.end(bytes));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  return other;
}

const originOf = (other: Server): string => `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // of a TCP server
