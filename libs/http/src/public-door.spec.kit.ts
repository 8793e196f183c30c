import { Bootstrap, CreateSetup, LINK_ROLES, roles, scopes } from '@cairn/access';
import type { Operation } from '@cairn/api-schema';
import { createApplication, type Application } from '@cairn/composition';
import { fixtures } from '@cairn/testkit';
import { createHandler, type Handler } from './create-handler.js';
import { defaultHttpSettings } from './settings/http-settings.js';

export const ORIGIN = 'http://cairn.example';
export const PASSWORD = 'four quiet words';
/** Whom an embedding application knows by this header. */
const HOST = 'x-host';

export type Target = readonly [method: string, path: string];
type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** What is asked about a thing, by the parameters of paths. */
export type Parameters = Readonly<Record<string, string>>;

/** Somebody who asks, with what they send. */
export interface Somebody {
  readonly headers: Headers;
  /** What anybody may send who counts as the same at the public door: the secret of a link, or nothing. */
  readonly counts: Headers;
}

export interface World {
  readonly application: Application;
  readonly own: Handler['fetch'];
  readonly door: Handler['fetch'];
  /** The door of a handler whose application names the principals. */
  readonly doorOfHost: Handler['fetch'];
  readonly everybody: Readonly<Record<string, Somebody>>;
  /** What there is: with a secret of each link, public things, private things and nothing. */
  readonly things: Readonly<Record<string, Parameters>>;
  /** The secret of the link to an album that takes images. */
  readonly contributor: string;
  close(): Promise<void>;
}

const LENGTHS = ['content-length', 'x-decompressed-output-size'];

/** All of an answer but when it was given. */
export async function ask(
  handle: Handler['fetch'],
  [method, path]: Target,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Headers } = {},
): Promise<Answer> {
  const headers = { 'x-request-id': 'same', ...init.headers };
  const request = new Request(ORIGIN + path, { ...init, method, headers, redirect: 'manual' });
  const answer = await handle(request).catch((cause: unknown) => {
    throw new Error(`${method} ${path} has no answer`, { cause });
  });
  const { date: _, ...shown } = Object.fromEntries(answer.headers);
  const body = untimed(Buffer.from(await answer.arrayBuffer()));
  // What is told of the volatility of a space depends on its age.
  const timeless = body.replaceAll(/"(volatility|autoCacheProfile)":([\d.e-]+|\{[^}]*\})/g, '"$1":…');
  if (timeless !== body) for (const name of LENGTHS) delete shown[name];
  return { status: answer.status, headers: shown, body: timeless };
}

/** The body as text. A ZIP has in each of its records when it was made, to two seconds: without that. */
const untimed = (body: Buffer): string =>
  body.subarray(0, 2).toString() === 'PK'
    ? body.toString('latin1').replaceAll(/(PK\u0003\u0004.{6}|PK\u0001\u0002.{8}).{4}/gs, '$1…')
    : body.toString();

const nothings = new Map<string, Promise<Answer>>();

/** The answer of the door for an address that has nothing, in the format of those beside it. */
export async function nothingBeside({ door }: Pick<World, 'door'>, [method, path]: Target): Promise<Answer> {
  const room = /^\/(hub|tiles|styles)/.exec(path)?.[1] ?? 'no';
  const known = nothings.get(method + room) ?? ask(door, [method, `/${room}/such/thing`]);
  nothings.set(method + room, known);
  return await known;
}

/** The request of an operation about a thing. */
export function requestOf(
  { method, path, parameters = {}, body }: Operation,
  thing: Parameters,
): readonly [target: Target, init: { readonly body?: string; readonly headers?: Headers }] {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'address'
      ? (thing[name] ?? 'none')
      : encodeURIComponent(thing[name] ?? parameters[name]?.example ?? 'none'),
  );
  const query =
    path === '/oembed' ? `?url=${encodeURIComponent(`${ORIGIN}/a/${thing['secret'] ?? ''}`)}` : '';
  const sent = body === undefined || method === 'get' ? {} : { body: '{}', headers: JSON_TYPE };
  return [[method.toUpperCase(), filled + query], sent];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

/** Opens a service with images, spaces and maps of all kinds, and everybody who may come. */
export async function openWorld(): Promise<World> {
  const stores = { database: { kind: 'memory' }, blobs: { kind: 'memory' } } as const;
  const application = await createApplication(stores);
  const settings = { hubAuth: 'anonymous' as const, rates: NO_RATES, embedOrigins: ['https://blog.example'] };
  const handler = createHandler(application, { publicUrl: ORIGIN, settings });
  const key = (await application.get(Bootstrap).execute(undefined)) ?? '';
  const setupToken = (await application.get(CreateSetup).execute()) ?? '';

  const send = async (
    [method, path]: Target,
    body?: object,
    headers: Headers = bearer(key),
  ): Promise<{ readonly cookie: string; readonly json: Readonly<Record<string, string>> }> => {
    const isForm = body instanceof FormData;
    const answer = await handler.fetch(
      new Request(ORIGIN + path, {
        method,
        headers: { ...headers, ...(isForm || body === undefined ? {} : JSON_TYPE) },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
    const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
    return { cookie, json: (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, string>> };
  };

  const image = async (visibility: string): Promise<Parameters> => {
    const form = new FormData();
    form.set('file', new Blob([fixtures.png.bytes]), `${visibility}.png`);
    form.set('visibility', visibility);
    form.set('path', visibility);
    const { json } = await send(['POST', '/api/upload'], form);
    return { id: json['id'] ?? '', address: `${visibility}/${visibility}.png` };
  };
  const space = async (headers?: Headers): Promise<string> => {
    const { json } = await send(['POST', '/hub/spaces'], { title: 'Towns', description: '' }, headers);
    const geometry = { type: 'Point', coordinates: [7.4, 46.9] };
    const features = [{ type: 'Feature', id: 'bern', geometry, properties: { people: 134 } }];
    const path = `/hub/spaces/${json['id'] ?? ''}/features`;
    await send(['PUT', path], { type: 'FeatureCollection', features }, headers);
    return json['id'] ?? '';
  };
  const map = async (layerOf: string, rules: { readonly public: boolean }): Promise<Parameters> => {
    const style = { color: { by: 'one', color: '#2a6f97' } };
    const layers = [{ id: 'towns', title: 'Towns', space: layerOf, style, visible: true }];
    const view = { longitude: 8, latitude: 47, zoom: 6 };
    const { json } = await send(['POST', '/api/maps'], { title: 'Towns', layers, view, ...rules });
    return { id: json['id'] ?? '', key: json['id'] ?? '', layerId: 'towns' };
  };
  const link = async (resource: object, rules: object = {}): Promise<string> => {
    const { json } = await send(['POST', '/api/links'], { resource, download: true, ...rules });
    return (json['url'] ?? '').split('/').at(-1) ?? '';
  };

  const [open, unlisted, hidden] = [await image('public'), await image('unlisted'), await image('private')];
  const [owned, ownerless] = [await space(), await space({})];
  const [publicMap, privateMap] = [await map(owned, { public: true }), await map(owned, { public: false })];
  const { json: album } = await send(['POST', '/api/albums'], { title: 'Trip', images: [hidden['id']] });
  const ofAlbum = { type: 'album', id: album['id'] };
  const [viewer = '', contributor = ''] = [await link(ofAlbum), await link(ofAlbum, { role: LINK_ROLES[1] })];
  const locked = await link(ofAlbum, { password: PASSWORD });
  const ofSpace = await link({ type: 'space', id: owned });
  const ofMap = await link({ type: 'map', id: privateMap['id'] });
  const revoked = await link(ofAlbum);
  const { json: links } = await send(['GET', `/api/links?type=album&id=${ofAlbum.id ?? ''}`]);
  const records = links['links'] as unknown as readonly Readonly<Record<string, string>>[];
  const gone = records.find(({ url = '' }) => url.endsWith(revoked));
  await send(['DELETE', `/api/links/${gone?.['id'] ?? ''}`]);
  const unlocked = await send(['POST', `/api/shared/${locked}/unlock`], { password: PASSWORD }, {});

  const owner = await send(
    ['POST', '/api/setup'],
    { token: setupToken, name: 'Ada', password: PASSWORD },
    {},
  );
  const { json: invite } = await send(['POST', '/api/invites'], { role: roles[1] }, { cookie: owner.cookie });
  const accepted = { token: invite['token'], name: 'Bob', password: PASSWORD };
  const member = await send(['POST', '/api/invites/accept'], accepted, {});
  const keys = scopes.map(async (scope): Promise<[string, Somebody]> => {
    const { json } = await send(['POST', '/api/keys'], { name: scope, scopes: [scope] });
    return [`key with ${scope}`, { headers: bearer(json['key'] ?? ''), counts: {} }];
  });
  const secrets = { viewer, contributor, locked, ofSpace, ofMap, revoked };
  const ofLinks = Object.entries(secrets).map(([name, secret]): [string, Somebody] => [
    `link ${name} as a key`,
    { headers: bearer(secret), counts: bearer(secret) },
  ]);
  const host = createHandler(application, {
    publicUrl: ORIGIN,
    settings,
    principal: ({ headers }) => (headers[HOST] === undefined ? undefined : { owner: 'ada' }),
  });
  return {
    application,
    own: handler.fetch,
    door: handler.public.fetch,
    doorOfHost: host.public.fetch,
    everybody: {
      nobody: { headers: {}, counts: {} },
      'every scope': { headers: bearer(key), counts: {} },
      'a wrong key': { headers: bearer(`${key.slice(0, -1)}x`), counts: {} },
      ...Object.fromEntries(await Promise.all(keys)),
      'session of an owner': { headers: { cookie: owner.cookie }, counts: {} },
      'session of a member': { headers: { cookie: member.cookie }, counts: {} },
      'principal of a host': { headers: { [HOST]: 'ada' }, counts: {} },
      'a key for another account': { headers: { ...bearer(key), 'cairn-account': 'ada' }, counts: {} },
      'who knows the password': { headers: { cookie: unlocked.cookie }, counts: { cookie: unlocked.cookie } },
      ...Object.fromEntries(ofLinks),
    },
    things: {
      public: { ...open, ...publicMap, spaceId: ownerless },
      unlisted: { ...unlisted, spaceId: ownerless },
      private: { ...hidden, spaceId: owned, key: privateMap['id'] ?? '' },
      'private map': { ...hidden, ...privateMap, spaceId: owned },
      none: {
        id: 'none',
        address: 'none.png',
        spaceId: 'none',
        key: 'none',
        layerId: 'none',
        secret: 'none',
      },
      ...Object.fromEntries(
        Object.entries(secrets).map(([name, secret]) => [
          `link ${name}`,
          { ...hidden, secret, key: secret, spaceId: owned },
        ]),
      ),
    },
    contributor,
    close: async () => {
      await Promise.all([handler.close(), host.close()]);
      await application.close();
    },
  };
}

const NO_RATES = Object.fromEntries(
  Object.keys(defaultHttpSettings.rates).map((name) => [name, 0]),
) as unknown as typeof defaultHttpSettings.rates;
