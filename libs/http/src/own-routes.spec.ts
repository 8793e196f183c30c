import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GiveGrant } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { addressOf, OpenFile, ReadQuota, UploadImage } from '@cairn/images';
import { CreateSpace, ListSpaces, UpdateSpace } from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler } from './create-handler.js';
import { UploadForm } from './images/upload-form.js';
import { callerOf, statusOf, viewerOf } from './own-routes.js';

let application: Application;
let server: Server;
let url: string;

/** Routes of an application that has its own addresses for photos. */
beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  const cairn = createHandler(application, { publicUrl: 'http://club' });
  const userOf = ({ headers }: IncomingMessage) => ({
    owner: String(headers['x-user']),
    user: String(headers['x-user']),
  });
  const upload = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new UploadForm(request);
    try {
      const details = async () => ({ ...(await form.details()), visibility: 'private' });
      const { owner } = userOf(request);
      const image = await application.get(UploadImage).execute({ owner, bytes: form.file(), details });
      response.writeHead(201).end(addressOf(image));
    } finally {
      form.discard();
    }
  };
  const photo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, address = ''] = /^\/photos\/(.*)$/.exec(request.url ?? '') ?? [];
    const viewer = viewerOf(application, userOf(request));
    await cairn.sendFile(request, response, { address, viewer });
  };
  server = createServer((request, response) => {
    (request.method === 'POST' ? upload : photo)(request, response).catch((error: unknown) =>
      response.writeHead(statusOf(error)).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens at a port
});
afterAll(async () => {
  server.close();
  await application.close();
});

const send = async (user: string, path: string, init: RequestInit = {}): Promise<Response> =>
  await fetch(url + path, { ...init, headers: { ...init.headers, 'x-user': user } });

describe('routes of an application', () => {
  it('receive forms, and send private files to those who may see them', async () => {
    const body = new FormData();
    body.set('file', new Blob([fixtures.png.bytes]), 'lake.png');
    const made = await send('alice', '/photos', { method: 'POST', body });
    const address = await made.text();
    const { file } = await application.get(OpenFile).execute(address, async () => true);
    const [part, foreign] = await Promise.all(
      ['alice', 'bob'].map(
        async (user) => await send(user, `/photos/${address}`, { headers: { range: 'bytes=1-3' } }),
      ),
    );
    expect([part?.status, await part?.text(), foreign?.status]).toEqual([206, 'PNG', 404]);
    await application.get(GiveGrant).execute({
      accountId: 'alice',
      role: 'viewer',
      resource: { type: 'image', id: file.imageId },
      to: { type: 'user', id: 'carol' },
    });
    expect((await send('carol', `/photos/${address}`)).status).toBe(200);
  });

  it('leave nothing of a form that is cut short', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await send('dora', '/photos', { method: 'POST', headers, body })).status).toBe(400);
    expect(await application.get(ReadQuota).execute('dora')).toMatchObject({ imageCount: 0 });
  });

  it('work with spaces for their users, and with those that are shared with them', async () => {
    const [alice, bob] = await Promise.all(
      ['alice', 'bob'].map(async (user) => await callerOf(application, { owner: user, user })),
    );
    if (alice === undefined || bob === undefined) throw new Error('There are no callers.');
    const made = await application.get(CreateSpace).execute(alice, { title: 'Trails', description: '' });
    const list = async (caller: typeof bob) =>
      (await application.get(ListSpaces).execute(caller, {}, { limit: 10 })).items.length;
    expect([await list(alice), await list(bob)]).toEqual([1, 0]);
    const write = async (caller: typeof bob) =>
      await application.get(UpdateSpace).execute(caller, made.id, { title: 'Paths' });
    expect(await write(bob).catch(statusOf)).toBe(403);
    await application.get(GiveGrant).execute({
      accountId: 'alice',
      role: 'manager',
      resource: { type: 'space', id: made.id },
      to: { type: 'user', id: 'bob' },
    });
    expect(statusOf(new Error('not of Cairn'))).toBe(500);
    expect(await write(await callerOf(application, { owner: 'bob', user: 'bob' }))).toMatchObject({
      title: 'Paths',
    });
  });
});
