import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';

/**
 * Does much at once, with the key of an account and as strangers, until it is ended: everything that is dear, again and
 * again. Whatever is refused is asked for again.
 */
const [, , port = '', adminKey = ''] = process.argv;
const address = `http://127.0.0.1:${port}`;
const MEBIBYTE = 1024 * 1024;
const REST_MS = 20;

type Json = Readonly<Record<string, string>>;

async function post(path: string, body: unknown, key = adminKey): Promise<Json> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Json;
}

const { id: accountId = '' } = await post('/api/accounts', { name: 'heavy' });
const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write'];
const { key = '' } = await post('/api/keys', { name: 'heavy', scopes, accountId });
const authorization = `Bearer ${key}`;

async function send(path: string, init: RequestInit): Promise<number> {
  const response = await fetch(address + path, init);
  await response.body?.pipeTo(new WritableStream());
  return response.status;
}

/** A ring of so many positions. */
function ring(count: number): readonly (readonly number[])[] {
  const positions = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    return [11 + Math.cos(angle), 47 + Math.sin(angle)];
  });
  return [...positions, ...positions.slice(0, 1)];
}

const feature = (id: string, geometry: unknown, properties: unknown): string =>
  JSON.stringify({ type: 'Feature', id, geometry, properties });

async function putFeatures(space: string, features: readonly string[]): Promise<number> {
  const headers = { authorization, 'content-type': 'application/geo+json', accept: 'application/x-empty' };
  const body = `{"type":"FeatureCollection","features":[${features.join()}]}`;
  return await send(`/hub/spaces/${space}/features`, { method: 'PUT', headers, body });
}

const { id: long = '' } = await post('/hub/spaces', { title: 'long texts' }, key);
for (let number = 0; number < 6; number += 1)
  await putFeatures(long, [feature(`n${number}`, { type: 'Point', coordinates: [1, 2] }, { text: 'ž'.repeat(4 * MEBIBYTE) })]); // prettier-ignore
const { id: shapes = '' } = await post('/hub/spaces', { title: 'large shapes' }, key);
for (let number = 0; number < 30; number += 1)
  await putFeatures(shapes, [feature(`s${number}`, { type: 'Polygon', coordinates: [ring(30_000)] }, {})]);
const { id: many = '' } = await post('/hub/spaces', { title: 'many features' }, key);

const create = { width: 6_000, height: 4_000, channels: 3, background: '#888' } as const;
const [png, jpeg] = [await sharp({ create }).png().toBuffer(), await sharp({ create }).jpeg().toBuffer()];

async function upload(bytes: Buffer, type: string): Promise<Json> {
  const body = new FormData();
  body.set('file', new Blob([Uint8Array.from(bytes)]), `a.${type}`);
  const response = await fetch(`${address}/api/upload`, { method: 'POST', headers: { authorization }, body });
  return (await response.json()) as Json;
}
const { url = '' } = await upload(jpeg, 'jpg');

/** Takes some of an answer, now and then. */
async function readSlowly(path: string): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined).on('data', () => socket.pause());
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
  );
  while (!socket.destroyed && !socket.readableEnded) {
    await pause(200);
    socket.resume();
  }
}

let number = 0;
const next = (): number => (number += 1);
const get = (path: string) => () => send(path, { headers: { authorization } });

/** What is done, and by how many at once. */
const work: readonly (readonly [number, () => Promise<unknown>])[] = [
  [16, () => readSlowly(`/hub/spaces/${long}/search?limit=100`)],
  [4, get(`/hub/spaces/${shapes}/bbox?west=10&south=46&east=10.5&north=46.5&clip=true`)],
  [2, get(`/hub/spaces/${shapes}/search?limit=100`)],
  [
    2,
    async () =>
      await get(`/hub/spaces/${shapes}/tile/web/${8 + (next() % 4)}_${next() % 256}_${next() % 256}`)(),
  ],
  [1, () => putFeatures(many, Array.from({ length: 5_000 }, () => feature(`m${next() % 50_000}`, { type: 'Point', coordinates: [next() % 180, next() % 80] }, { at: next() })))], // prettier-ignore
  [1, () => putFeatures(long, [feature('n0', { type: 'Point', coordinates: [1, 2] }, { text: `${next()}`.repeat(MEBIBYTE) })])], // prettier-ignore
  [2, () => upload(png, 'png')],
  [4, () => send(`${new URL(url).pathname}?w=${100 + (next() % 4_000)}&format=avif`, {})],
  [2, get('/hub/spaces?limit=1000')],
  [2, get('/api/images?limit=100&include=metadata')],
  [2, () => send('/api/images', { headers: { authorization: `Bearer wrong${next()}` } })],
  [1, get(`/hub/spaces/${many}/export?f=csv`)],
];
process.stdout.write('under way: all at once\n');
for (const [count, act] of work)
  for (let one = 0; one < count; one += 1)
    void (async () => {
      for (;;) {
        await act().catch(() => undefined);
        await pause(REST_MS);
      }
    })();
