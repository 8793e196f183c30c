import type { AlbumRecord, CreatedKey, CreatedLinkRecord } from '@cairn/api-schema';
import { newKey, type ServerProcess } from '@cairn/harness';
import type { Browser } from '../../support/browser.js';
import type { Stranger } from './drill.js';
import {
  questionsOfCallers,
  questionsOfHolders,
  questionsOfMap,
  wholes,
  wholesOfHolders,
  wholesOfLayers,
  wholesOfMap,
} from './questions.js';

interface Holder {
  readonly name: string;
  readonly secret: string;
  /** Whether it opens something, if not the images. */
  readonly isOpen: boolean;
}

interface World {
  readonly server: ServerProcess;
  /** A user of another account. */
  readonly user: Browser;
  /** A key of the account of the images, for spaces only. */
  readonly spacesKey: string;
  readonly map: string;
  /** A link to a map of layers that shows the photo map. */
  readonly ofLayers: { readonly id: string; readonly secret: string };
  readonly holders: readonly Holder[];
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Everyone who must not learn that there are the images. */
export async function strangersOf({
  server,
  user,
  spacesKey,
  map,
  ofLayers,
  holders,
}: World): Promise<readonly Stranger[]> {
  const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', { title: 'Of another' });
  const known = { map, album };
  const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'without a credential': {},
    'with a wrong key': bearer(newKey()),
    'with the key of another account, with every scope': bearer(server.key),
    'with the session of another user': { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
    'with a key of the account for spaces only': bearer(spacesKey),
  };
  return [
    ...Object.entries(credentials).map(([name, headers]) => ({
      name,
      headers,
      questions: questionsOfCallers(known),
      wholes: [...wholes(known), ...wholesOfMap(known)],
    })),
    {
      name: 'with a link to a map of layers',
      headers: bearer(ofLayers.secret),
      questions: questionsOfMap(ofLayers.id),
      wholes: wholesOfLayers(ofLayers.id),
    },
    ...holders.map(({ name, secret, isOpen }) => ({
      name,
      headers: {},
      questions: questionsOfHolders(secret),
      ...(!isOpen && { nothing: questionsOfHolders('A'.repeat(22)) }),
      wholes: wholesOfHolders(secret),
    })),
  ];
}

/** Makes a link, and gives its secret. */
export async function newLink(
  server: ServerProcess,
  key: string,
  body: object,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { id, url } = await as<CreatedLinkRecord>(server, key, ['POST', '/api/links', body]);
  return { id, secret: url.slice(url.lastIndexOf('/') + 1) };
}

/** Asks with a key. @throws {Error} unless it is a success. */
export async function as<T>(
  server: ServerProcess,
  key: string,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method, key, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await server.fetch(path, sent);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** A key of the same account with less. */
export async function keyWith(
  server: ServerProcess,
  accountId: string,
  scopes: readonly string[],
): Promise<string> {
  const body = { name: 'less', scopes, accountId };
  return (await server.json<CreatedKey>('POST', '/api/keys', body)).key;
}
