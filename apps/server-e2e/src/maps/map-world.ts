import type { CreatedKey, CreatedLinkRecord, MapRecord, TrashPage } from '@cairn/api-schema';
import { newKey, ServerProcess } from '@cairn/harness';
import { openAccount } from '../support/accounts.js';

/** One color, and the property that popups tell. */
export const shownLayer = (space: string, more: object = {}): object => ({
  id: 'huts',
  title: 'Huts',
  space,
  filter: 'p.staffed=true',
  style: { color: { by: 'one', color: '#2a6f97' }, label: { property: 'name' } },
  table: ['beds'],
  ...more,
});

export const hut = (id: string, properties: object): object => ({
  type: 'Feature',
  id,
  properties,
  geometry: { type: 'Point', coordinates: [8.5, 47.25] },
});

type Headers = Readonly<Record<string, string>>;

/** An account with a map of a space, and those who ask for them. */
export class MapWorld {
  private constructor(
    readonly server: ServerProcess,
    /** Of the account. */
    readonly owner: string,
    readonly accountId: string,
    readonly space: string,
    readonly map: string,
  ) {}

  static async start(): Promise<MapWorld> {
    const server = await ServerProcess.inMemory({
      CAIRN_HUB_AUTH: 'required',
      CAIRN_RATE_FAILED_AUTH: '0',
    });
    const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write', 'keys:manage'];
    const { id, key } = await openAccount(server, 'Of the map', { scopes });
    const started = new MapWorld(server, key, id, 'huts', '');
    await started.send('POST', '/hub/spaces', { id: 'huts', title: 'All our huts' });
    await started.put(hut('lower', { name: 'Lower hut', staffed: true, beds: 12, phone: '+41 1' }));
    await started.put(hut('secret', { name: 'Secret hut', staffed: false, beds: 98765, phone: '+41 2' }));
    const map = await started.newMap();
    return new MapWorld(server, key, id, 'huts', map);
  }

  async newMap(more: object = {}): Promise<string> {
    const body = { title: 'Huts', layers: [shownLayer('huts', more)] };
    return (await this.send<MapRecord>('POST', '/api/maps', body)).id;
  }

  async put(feature: object): Promise<void> {
    await this.send('POST', '/hub/spaces/huts/features', feature);
  }

  /** Takes the map that was deleted last out of the trash. */
  async restore(): Promise<void> {
    const { entries } = await this.send<TrashPage>('GET', '/api/trash?kind=map&limit=1');
    await this.send('POST', '/api/trash/restore', { deletion: entries[0]?.deletion });
  }

  /** The secret of a link. */
  async linkTo(type: string, id: string, more: object = {}): Promise<string> {
    const { url } = await this.send<CreatedLinkRecord>('POST', '/api/links', {
      resource: { type, id },
      ...more,
    });
    return url.slice(url.lastIndexOf('/') + 1);
  }

  /** A key of the account with these scopes. */
  async keyWith(...scopes: readonly string[]): Promise<string> {
    return (await this.send<CreatedKey>('POST', '/api/keys', { name: 'less', scopes })).key;
  }

  /** The headers of a key of another account, which acts here by a grant, if it got one. */
  async granted(type?: string, id = this.map, role = 'viewer'): Promise<Headers> {
    const { server } = this;
    const { id: accountId } = await openAccount(server, 'Another');
    const scopes = ['spaces:read', 'spaces:write'];
    const key = await server.json<CreatedKey>('POST', '/api/keys', { name: 'granted', scopes, accountId });
    if (type !== undefined)
      await this.send('POST', '/api/grants', {
        resource: { type, id },
        to: { type: 'key', id: key.id },
        role,
      });
    return { authorization: `Bearer ${key.key}`, 'cairn-account': this.accountId };
  }

  /** Everyone who may ask, by name. */
  async everybody(): Promise<Readonly<Record<string, Headers>>> {
    const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });
    const { map, space, accountId } = this;
    return {
      'no one': {},
      'a wrong key': bearer(newKey()),
      'the account': bearer(this.owner),
      'a key to read spaces': bearer(await this.keyWith('spaces:read')),
      'a key to write spaces': bearer(await this.keyWith('spaces:write')),
      'a key for images': bearer(await this.keyWith('images:read', 'images:write')),
      'another account': bearer(this.server.key),
      'another account that acts here': await this.granted(),
      'a viewer of the map': await this.granted('map'),
      'a contributor to the map': await this.granted('map', map, 'contributor'),
      'an editor of the map': await this.granted('map', map, 'editor'),
      'a manager of the map': await this.granted('map', map, 'manager'),
      'a viewer of another map': await this.granted('map', await this.newMap()),
      'a manager of the space': await this.granted('space', space, 'manager'),
      'a viewer of the account': await this.granted('account', accountId),
      'an editor of the account': await this.granted('account', accountId, 'editor'),
      'a link to the map': bearer(await this.linkTo('map', map)),
      'a link to another map': bearer(await this.linkTo('map', await this.newMap())),
      'a link to the space': bearer(await this.linkTo('space', space)),
      'a link that wants its password': bearer(await this.linkTo('map', map, { password: 'lake at dawn' })),
    };
  }

  async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.server.fetch(path, {
      method,
      key: this.owner,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** What is answered to somebody without a key; the bytes of the body as characters. */
  async answerTo(path: string) {
    const response = await this.server.fetch(path, {
      key: null,
      headers: { 'x-request-id': 'same', 'accept-encoding': 'identity' },
    });
    const { date: _, ...headers } = Object.fromEntries(response.headers);
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return { status: response.status, headers, body };
  }
}
