import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { OutgoingRequest, OutgoingResponse } from '@cairn/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { AllowedAddresses } from './allowed-addresses.js';
import { NodeOutgoingHttp } from './node-outgoing-http.js';

const LISTENING = ['127.0.0.1', '127.0.0.3', '127.0.0.4'];
const servers: Server[] = [];
let answer: (...of: Parameters<RequestListener>) => unknown = (_, response) => response.end();
let received: IncomingMessage[] = [];
let port = 0;

const allowed = AllowedAddresses.parse(['127.0.0.1', '127.0.0.3', 'friend.example']);
const http = new NodeOutgoingHttp({ allowed, resolve: async () => ['127.0.0.4'] });

beforeAll(async () => {
  for (const host of LISTENING) {
    const server = createServer((request, response) => {
      received.push(request);
      answer(request, response);
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(port, host, listening));
    // The cast is safe: the server listens on a port.
    ({ port } = server.address() as AddressInfo);
  }
});
beforeEach(() => {
  received = [];
});
afterEach(() => servers.forEach((server) => void server.closeAllConnections()));
afterAll(() => servers.forEach((server) => void server.close()));

const request = (path: string, more: Partial<OutgoingRequest> = {}): Promise<OutgoingResponse> =>
  http.request({
    method: 'GET',
    url: `http://127.0.0.1:${port}${path}`,
    maxBytes: 1_000,
    timeoutMs: 5_000,
    ...more,
  });
const read = async (path: string, more?: Partial<OutgoingRequest>): Promise<string> =>
  await text((await request(path, more)).body);
const refused = (code: string): unknown => expect.objectContaining({ code });

it('an allowed server of this machine is asked, and its response is as it sent it', async () => {
  answer = async (incoming, response) => {
    const zipped = gzipSync(await text(incoming));
    response.writeHead(418, { 'Content-Encoding': 'gzip', 'X-A': ['1', '2'] }).end(zipped);
  };
  const more = { method: 'POST', body: 'grüße', headers: { 'x-b': '3' } } as const;
  const { status, headers, body, url } = await request('/a?b', more);
  expect({ status, headers, url }).toMatchObject({
    status: 418,
    url: `http://127.0.0.1:${port}/a?b`,
    headers: { 'content-encoding': 'gzip', 'x-a': '1, 2' },
  });
  expect(gunzipSync(await buffer(body)).toString()).toBe('grüße');
  expect(received[0]?.headers).toMatchObject({
    'x-b': '3',
    'content-length': '7',
    'accept-encoding': 'identity',
    'user-agent': 'Cairn',
  });
});

it('a host that is allowed by name is asked wherever it is, and its address is not', async () => {
  answer = (_, response) => response.end('hello');
  expect(await read('/', { url: `http://friend.example:${port}/` })).toBe('hello');
  expect(received[0]?.headers.host).toBe(`friend.example:${port}`);
  const others = ['other.example', '127.0.0.4'].map((host) =>
    request('/', { url: `http://${host}:${port}/` }),
  );
  for (const other of others) await expect(other).rejects.toEqual(refused('address-not-allowed'));
});

it('redirects are followed as often as is asked for, each judged anew', async () => {
  answer = (incoming, response) => {
    const left = Number(incoming.url?.slice(1));
    if (left === 0) response.end('there');
    else
      response.writeHead(302, { Location: left > 9 ? `http://127.0.0.4:${port}/0` : `/${left - 1}` }).end();
  };
  expect(await read('/3', { maxRedirects: 3 })).toBe('there');
  await expect(request('/4', { maxRedirects: 3 })).rejects.toEqual(refused('too-many-redirects'));
  await expect(request('/10', { maxRedirects: 3 })).rejects.toEqual(refused('address-not-allowed'));
  expect((await request('/1')).status).toBe(302);
  expect((await request('/1', { method: 'POST', body: 'x', maxRedirects: 3 })).status).toBe(302);
  expect(received.filter(({ socket }) => socket.localAddress === '127.0.0.4')).toEqual([]);
});

it('only the first origin gets the headers of the request', async () => {
  answer = (incoming, response) => {
    if (incoming.url !== '/') response.end();
    else response.writeHead(307, { Location: `http://127.0.0.3:${port}/there` }).end();
  };
  const headers = {
    accept: 'image/*',
    authorization: 'Bearer x',
    cookie: 'a=b',
    'webhook-signature': 'v1,x',
  };
  await read('/', { headers, maxRedirects: 1 });
  expect(received[0]?.headers).toMatchObject(headers);
  expect(Object.keys(received[1]?.headers ?? {}).sort()).toEqual([
    ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
  ]);
  expect(received[1]?.headers.host).toBe(`127.0.0.3:${port}`);
});

it('a body that is too large ends, whether it says so or not', async () => {
  answer = (_, response) => response.end('x'.repeat(1_001));
  await expect(read('/')).rejects.toEqual(refused('response-too-large'));
  answer = async (_, response) => {
    for (let sent = 0; sent < 1_001 && !response.destroyed; sent += 100) response.write('x'.repeat(100));
    await pause(200); // the response does not end by itself
  };
  await expect(read('/')).rejects.toEqual(refused('response-too-large'));
  answer = (_, response) => response.end('x'.repeat(1_000));
  expect(await read('/')).toHaveLength(1_000);
});

it('headers of more than 16 KiB end the request', async () => {
  answer = (_, response) => response.writeHead(200, { 'X-Long': 'x'.repeat(17_000) }).end();
  await expect(request('/')).rejects.toEqual(refused('connection-failed'));
});

it('the time is over for a server that does not answer, and for one that trickles', async () => {
  answer = () => undefined;
  await expect(request('/', { timeoutMs: 50 })).rejects.toEqual(refused('timed-out'));
  answer = async (_, response) => {
    while (!response.destroyed) {
      response.write('x');
      await pause(20);
    }
  };
  await expect(read('/', { timeoutMs: 150 })).rejects.toEqual(refused('timed-out'));
  const slow = new NodeOutgoingHttp({ resolve: () => new Promise(() => undefined) });
  const asked = slow.request({ method: 'GET', url: 'http://slow.example/', maxBytes: 1, timeoutMs: 50 });
  await expect(asked).rejects.toEqual(refused('timed-out'));
});

it('a request that is cancelled ends', async () => {
  answer = () => undefined;
  const controller = new AbortController();
  const asked = request('/', { cancellation: controller.signal });
  setTimeout(() => controller.abort(), 30);
  await expect(asked).rejects.toEqual(refused('timed-out'));
  await expect(request('/', { cancellation: controller.signal })).rejects.toEqual(refused('timed-out'));
});

it('a connection that breaks is a failure, also in the body', async () => {
  answer = (_, response) => response.destroy();
  await expect(request('/')).rejects.toEqual(refused('connection-failed'));
  answer = (_, response) => response.write('half', () => response.destroy());
  await expect(read('/')).rejects.toEqual(refused('connection-failed'));
  answer = (_, response) => response.socket?.end('nonsense\r\n\r\n');
  await expect(request('/')).rejects.toEqual(refused('connection-failed'));
});

it('a server that switches protocols does not hold up anybody', async () => {
  answer = (_, response) =>
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
  await expect(request('/')).rejects.toEqual(refused('connection-failed'));
});

it('a name without an address is unresolvable', async () => {
  const nowhere = new NodeOutgoingHttp({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  const [url, empty] = ['http://nowhere.example/', new NodeOutgoingHttp({ resolve: async () => [] })];
  for (const one of [nowhere, empty])
    await expect(one.request({ method: 'GET', url, maxBytes: 1, timeoutMs: 1_000 })).rejects.toEqual(
      refused('unresolvable'),
    );
});

it('a proxy of the environment is not used', async () => {
  process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.9:9';
  answer = (_, response) => response.end('direct');
  try {
    expect(await read('/')).toBe('direct');
  } finally {
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];
  }
});
