import { operations } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collection, Hub, point } from './features/hub.js';
import { openAccount } from './support/accounts.js';
import { hubToken, hubTokenSettings } from './support/hub-token.js';

const rights = [
  ...['readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures'],
  ...['manageSpaces', 'adminSpaces'],
] as const;
type Right = (typeof rights)[number];

/** A request to the space, and the rights on it of which one is needed. */
interface Need {
  readonly operation: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly oneOf: readonly Right[];
  /** Whether it changes features. */
  readonly writes?: true;
}

const read = (operation: string, path: string, body?: unknown): Need => ({
  ...{ operation, path, oneOf: ['readFeatures'] },
  ...(body !== undefined && { method: 'POST', body }),
});
const write = (right: Right, operation: string, path: string, body?: unknown): Need => {
  const [, method = ''] = /^(put|post|patch|delete)/.exec(operation) ?? [];
  return { operation, method: method.toUpperCase(), path, body, oneOf: [right], writes: true };
};
const one = (id: string) => point(id, 11, 47, { changed: true });

/** In this order: later ones need what earlier ones leave alone. */
const needs: readonly Need[] = [
  { operation: 'getSpace', path: '', oneOf: rights },
  read('getFeatures', '/features?id=kept'),
  read('getFeature', '/features/kept'),
  read('searchFeatures', '/search'),
  read('iterateFeatures', '/iterate'),
  read('getFeaturesInBbox', '/bbox?west=0&south=0&east=20&north=60'),
  read('getFeaturesInTile', '/tile/quadkey/1'),
  read('getFeaturesAround', '/spatial?lat=47&lon=11'),
  read('getFeaturesAround', '/spatial?lat=47&lon=11&nearest=1'),
  read('postFeaturesAround', '/spatial', { type: 'Point', coordinates: [11, 47] }),
  read('countFeatures', '/count'),
  read('getStatistics', '/statistics'),
  read('exportFeatures', '/export'),
  write('createFeatures', 'putFeatures', '/features', one('new-1')),
  write('createFeatures', 'postFeatures', '/features', one('new-2')),
  write('createFeatures', 'putFeature', '/features/new-3', one('new-3')),
  write('updateFeatures', 'putFeatures', '/features', one('put')),
  write('updateFeatures', 'postFeatures', '/features', one('post')),
  write('updateFeatures', 'putFeature', '/features/put-one', one('put-one')),
  write('updateFeatures', 'patchFeature', '/features/patch-one', one('patch-one')),
  write('deleteFeatures', 'postFeatures', '/features?e=delete&ne=retain', one('post-deleted')),
  write('deleteFeatures', 'deleteFeature', '/features/delete-one'),
  write('deleteFeatures', 'deleteFeatures', '/features?id=deleted'),
  write('deleteFeatures', 'deleteFeatures', '/features?tags=tagged'),
  write('deleteFeatures', 'deleteFeatures', '/features?eraseContent=true'),
  {
    ...{ operation: 'patchSpace', method: 'PATCH', path: '', body: { title: 'New' } },
    oneOf: ['manageSpaces', 'adminSpaces'],
  },
  { operation: 'deleteSpace', method: 'DELETE', path: '', oneOf: ['manageSpaces', 'adminSpaces'] },
];
const stored = ['kept', 'put', 'post', 'put-one', 'patch-one', 'post-deleted', 'delete-one', 'deleted'];
const tagged = point('tagged', 11, 47, { '@ns:com:here:xyz': { tags: ['tagged'] } });

let server: ServerProcess;
let hub: Hub;
let owner: { readonly id: string; readonly key: string };
let other: { readonly id: string; readonly key: string };

beforeAll(async () => {
  server = await ServerProcess.start({
    env: {
      ...{ CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:', CAIRN_HUB_AUTH: 'anonymous' },
      ...hubTokenSettings,
    },
  });
  hub = new Hub(server);
  owner = await openAccount(server, 'Owner');
  other = await openAccount(server, 'Other');
});

afterAll(() => server.dispose());

interface Principal {
  readonly name: string;
  readonly key: (space: string) => string | null | Promise<string>;
  /** On the space. */
  readonly holds: readonly Right[];
  /** Of the space, besides that an account owns it. */
  readonly space?: { readonly shared?: true; readonly owner?: 'ANONYMOUS' };
}

const tokenFor = (held: readonly Right[], space: string): string =>
  hubToken(Object.fromEntries(held.map((right) => [right, [{ space }]])));
const all = rights.filter((right) => right !== 'adminSpaces');
const principals: readonly Principal[] = [
  { name: 'a token without rights', key: () => hubToken({}), holds: [] },
  { name: 'a token for another space', key: () => tokenFor(rights, 'elsewhere'), holds: [] },
  ...rights.map((right) => ({
    name: `a token with ${right}`,
    key: (space: string) => tokenFor([right], space),
    holds: [right],
  })),
  { name: 'a token with every right', key: (space) => tokenFor(rights, space), holds: rights },
  {
    name: 'a token for the spaces of the owner',
    key: () => hubToken({ readFeatures: [{ owner: owner.id }], updateFeatures: [{ owner: owner.id }] }),
    holds: ['readFeatures', 'updateFeatures'],
  },
  { name: 'a key of the owner', key: () => owner.key, holds: all },
  {
    name: 'a key of the owner to read',
    key: async () => (await openKey(owner.id, ['spaces:read'])).key,
    holds: ['readFeatures'],
  },
  { name: 'a key of another account', key: () => other.key, holds: [] },
  {
    name: 'a key of another account, the space being shared',
    key: () => other.key,
    holds: ['readFeatures'],
    space: { shared: true },
  },
  {
    name: 'a token without rights, the space being shared',
    key: () => hubToken({}),
    holds: ['readFeatures'],
    space: { shared: true },
  },
  { name: 'an administrator', key: () => server.key, holds: rights },
  { name: 'nobody', key: () => null, holds: [] },
  { name: 'nobody, the space being shared', key: () => null, holds: [], space: { shared: true } },
  { name: 'nobody, the space being nobody’s', key: () => null, holds: all, space: { owner: 'ANONYMOUS' } },
];

async function openKey(accountId: string, scopes: readonly string[]): Promise<{ readonly key: string }> {
  const made = await server.fetch('/api/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Reader', scopes, accountId }),
  });
  return (await made.json()) as { readonly key: string };
}

it('every operation on a space is among the requests', () => {
  const onSpaces = operations.filter(({ path }) => path.startsWith('/hub/spaces/'));
  expect([...new Set(needs.map(({ operation }) => operation))].sort()).toEqual(
    onSpaces.map(({ id }) => id).sort(),
  );
});

it.each(principals.map((principal, index) => ({ index, ...principal })))(
  '$name may do what its rights on a space allow, and nothing else',
  async ({ index, key: keyFor, holds, space: settings }) => {
    const id = `space-${index}`;
    const space = `/spaces/${id}`;
    await hub.call('/spaces', { method: 'POST', key: owner.key, body: { title: 'Sites', id, ...settings } });
    const body = collection(tagged, ...stored.map((name) => point(name, 11, 47)));
    await hub.call(`${space}/features`, { method: 'PUT', key: server.key, body });
    const key = await keyFor(id);
    const seen: unknown[] = [];
    const expected: unknown[] = [];
    let version = 1;
    for (const { operation, method, path, body: sent, oneOf, writes = false } of needs) {
      const isAllowed = oneOf.some((right) => holds.includes(right));
      const { status } = await hub.call(`${space}${path}`, { ...(method && { method }), key, body: sent });
      seen.push([operation, path, status < 300 ? 'allowed' : status]);
      expected.push([operation, path, isAllowed ? 'allowed' : 403]);
      if (!writes) continue;
      if (isAllowed) version += 1;
      const { body: statistics } = await hub.call(`${space}/statistics?fastMode=true`, { key: server.key });
      seen.push(statistics['maxVersion']);
      expected.push({ value: version, estimated: false });
    }
    expect(seen).toEqual(expected);
  },
);
