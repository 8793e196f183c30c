import { operations } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Hub } from '../features/hub.js';
import { needs, rights, sites, type Need, type Right } from '../features/needs.js';
import { openAccount } from '../support/accounts.js';
import { hubToken, hubTokenSettings } from '../support/hub-token.js';

let server: ServerProcess;
let hub: Hub;
let owner: { readonly id: string; readonly key: string };
let other: { readonly id: string; readonly key: string };

beforeAll(async () => {
  server = await ServerProcess.inMemory({
    CAIRN_HUB_AUTH: 'anonymous',
    ...hubTokenSettings,
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
  const onSpaces = operations.filter(({ path }) => path.includes('/{spaceId}'));
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
    await hub.call(`${space}/features`, { method: 'PUT', key: server.key, body: sites });
    await hub.call(`/tiles/${id}.pmtiles?maxzoom=0`, { method: 'POST', key: server.key });
    const key = await keyFor(id);
    const isAllowed = ({ oneOf }: Need): boolean => oneOf.some((right) => holds.includes(right));
    const seen: unknown[] = [];
    for (const { operation, method = 'GET', path, body: sent, type, permitted } of needs) {
      if (operation === 'deleteSpace') seen.push(await versionOf(space));
      const headers = type === undefined ? {} : { 'content-type': type };
      const address = path.includes('SPACE') ? path.replace('SPACE', id) : `${space}${path}`;
      const { status } = await hub.call(address, { method, key, body: sent, headers });
      seen.push([operation, path, status < 300 || status === permitted ? 'allowed' : status]);
    }
    const expected: unknown[] = needs.map((need) => [
      need.operation,
      need.path,
      isAllowed(need) ? 'allowed' : 403,
    ]);
    const versions = 1 + needs.filter((need) => need.writes && isAllowed(need)).length;
    expect(seen).toEqual(expected.toSpliced(-1, 0, versions));
  },
);

/** Every write that changed something took one. */
async function versionOf(space: string): Promise<unknown> {
  const { body } = await hub.call(`${space}/statistics?fastMode=true`, { key: server.key });
  return body.maxVersion?.value;
}
