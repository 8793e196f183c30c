import { once } from 'node:events';
import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Part } from '@cairn/api-schema';
import { createApplication, type Application } from '@cairn/composition';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler, type Handler } from './create-handler.js';

let application: Application;
let url: string;
let stop: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
});
afterEach(async () => await stop?.());
afterAll(async () => await application.close());

async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens at a port
  stop = async () => await new Promise((resolve) => server.close(resolve));
}

const behind = (handler: Handler) => (request: IncomingMessage, response: ServerResponse) =>
  handler.node(request, response, () => response.writeHead(418).end());

const statusesAt = async (...paths: readonly string[]): Promise<readonly number[]> =>
  await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));

/** The status for a target as it is written. */
const statusOfTarget = async (path: string, host = 'club'): Promise<number | undefined> =>
  await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    get({ hostname, port, path, headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    );
  });

describe('createHandler', () => {
  it('passes requests on that are not for it', async () => {
    await serve(behind(createHandler(application, { publicUrl: 'http://club', basePath: '/media' })));
    expect(await statusesAt('/livez', '/api/keys', '/mediation', '/media/nothing', '/')).toEqual([
      418, 418, 418, 418, 418,
    ]);
    expect(await statusesAt('/media/livez', '/media/api/keys', '/media/cdn/none')).toEqual([200, 401, 404]);
    expect((await fetch(`${url}/media/livez`, { method: 'DELETE' })).status).toBe(405);
  });

  it.each<[string, Partial<Parameters<typeof createHandler>[1]>]>([
    [
      'publicUrl must be an address such as https://club.example, and is "club.example".',
      { publicUrl: 'club.example' },
    ],
    ['cdnUrl must be an address such as https://club.example, and is "/cdn".', { cdnUrl: '/cdn' }],
    ['basePath must be a path such as /media, and is "media".', { basePath: 'media' }],
    ['basePath must be a path such as /media, and is "/my photos".', { basePath: '/my photos' }],
  ])('says which option is wrong: %s', (message, wrong) => {
    expect(() => createHandler(application, { publicUrl: 'http://club', ...wrong })).toThrow(message);
  });

  it('names the parts that there are', () => {
    const parts = JSON.parse('["image"]') as Part[]; // as whoever has no types
    expect(() => createHandler(application, { publicUrl: 'http://club', parts })).toThrow(
      /^There is no part "image". There are: images, /,
    );
  });

  it('adds to the headers that others vary by', async () => {
    const principal = () => ({ owner: 'alice' });
    const { node } = createHandler(application, { publicUrl: 'http://club', principal });
    await serve((request, response) => {
      response.setHeader('Vary', 'Origin');
      node(request, response);
    });
    const answer = await new Promise<IncomingMessage>((resolve) => get(`${url}/hub/spaces`, resolve));
    expect(answer.resume().headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('knows what is for it by the path of a target in absolute form, and by its host', async () => {
    const cdnUrl = 'http://img.example.org';
    const at = { publicUrl: 'http://club', basePath: '/media', cdnUrl };
    await serve(behind(createHandler(application, at)));
    expect(await statusOfTarget('http://club/media/livez')).toBe(200);
    expect(await statusOfTarget('http://club/livez')).toBe(418);
    expect(await statusOfTarget('http://img.example.org/none.jpg')).toBe(404);
  });

  it('has the files at an address of their own, beside the path that it is mounted below', async () => {
    const at = { publicUrl: 'http://club', basePath: '/media' };
    const own = createHandler(application, { ...at, cdnUrl: 'http://img.example.org' });
    await serve(behind(own));
    expect(await statusOfTarget('/none.jpg', 'img.example.org')).toBe(404);
    expect(await statusOfTarget('/none.jpg', 'club')).toBe(418);
    await stop?.();
    await serve(behind(createHandler(application, { ...at, cdnUrl: 'http://club/pictures' })));
    expect(await statusOfTarget('/pictures/none.jpg', 'club')).toBe(404);
    expect(await statusOfTarget('/cdn/none.jpg', 'club')).toBe(418);
  });

  it('is found behind a proxy that cuts off the path of the public URL, and behind one that keeps it', async () => {
    const at = { publicUrl: 'http://club/photos', basePath: '/media' };
    await serve(behind(createHandler(application, at)));
    expect(await statusesAt('/media/livez', '/photos/media/livez')).toEqual([200, 200]);
    expect(await statusesAt('/livez', '/photos/livez')).toEqual([418, 418]);
  });

  it('offers only the parts that are asked for, and describes no others', async () => {
    const parts = ['service', 'tiles'] as const;
    await serve(behind(createHandler(application, { publicUrl: 'http://club', parts })));
    expect(await statusesAt('/livez', '/tiles/none.json', '/api/images', '/hub/spaces', '/cdn/a')).toEqual([
      200, 401, 418, 418, 418,
    ]);
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object };
    expect(Object.keys(paths).filter((path) => /^\/(?:api|hub|cdn)/.test(path))).toEqual([]);
    expect(Object.keys(paths)).toContain('/styles/{spaceId}.json');
  });

  it('has the page of its document, with all that this consists of', async () => {
    await serve(behind(createHandler(application, { publicUrl: 'http://club', basePath: '/media' })));
    const page = await (await fetch(`${url}/media/docs`)).text();
    const parts = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(parts.length).toBeGreaterThan(2);
    expect(new Set(await statusesAt(...parts))).toEqual(new Set([200]));
    const [file = ''] = parts;
    const etag = (await fetch(url + file)).headers.get('etag') ?? '';
    expect((await fetch(url + file, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(url + file, { method: 'POST' })).status).toBe(405);
  });

  it('can be mounted below a path that begins like its own addresses, and not where both are the same', async () => {
    await serve(behind(createHandler(application, { publicUrl: 'http://club', basePath: '/api/cairn' })));
    expect(await statusesAt('/api/cairn/livez', '/api/cairn/api/keys', '/api/keys')).toEqual([200, 401, 418]);
    for (const basePath of ['/api', '/hub/spaces', '/tiles/mine', '/cdn/x/y'])
      expect(() => createHandler(application, { publicUrl: 'http://club', basePath })).toThrow(
        `The base path ${basePath} is also the beginning of an address of Cairn`,
      );
  });

  it('says which parser took a body', async () => {
    const handler = createHandler(application, { publicUrl: 'http://club' });
    await serve((request, response) => {
      void json(request).then((body) => handler.node(Object.assign(request, { body }), response));
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/session`, { method: 'POST', headers, body: '{}' });
    expect([answer.status, await answer.json()]).toMatchObject([
      500,
      {
        code: 'body-taken',
        detail:
          '`express.json()`, or one like it, read the body of the request before Cairn could: mount Cairn before it.',
      },
    ]);
  });
});
