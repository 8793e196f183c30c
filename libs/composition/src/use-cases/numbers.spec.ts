import { afterAll, describe, expect, it } from '@jest/globals';
import { ListAccounts, ListApiKeys, ManageGrants, ManageLinks, ReadAudit, type Caller } from '@cairn/access';
import {
  ListFolders,
  ListImages,
  ListImagesByTag,
  ListTags,
  ReadAlbums,
  ReadSelection,
  UserJobs,
} from '@cairn/images';
import { CreateSpace, DrawTile, ListSpaces, ownerCaller, SearchFeatures } from '@cairn/spaces';
import { CreateWebhook, ManageDeliveries } from '@cairn/webhooks';
import { createApplication } from '../application.js';

const nowhere = {
  check: () => undefined,
  request: async () => {
    throw new Error('Nothing is sent.');
  },
};
const application = await createApplication({
  database: { kind: 'memory' },
  blobs: { kind: 'memory' },
  outgoing: { kind: 'custom', http: nowhere },
});
afterAll(() => application.close());

const admin: Caller = { accountId: 'alice', scopes: ['admin', 'keys:manage'] };
const owner = ownerCaller({ owner: 'alice' });
const { id: spaceId } = await application
  .get(CreateSpace)
  .execute(owner, { title: 'Trails', description: '' });
const { id: endpointId } = await application
  .get(CreateWebhook)
  .execute('alice', { url: 'https://club.example', events: ['image.*'] });
const folder = { owner: 'alice', type: 'folder', id: 'a' } as const;

const listings: readonly (readonly [string, (limit: number) => Promise<unknown>])[] = [
  ['images', (limit) => application.get(ListImages).execute('alice', {}, { limit })],
  ['images by tag', (limit) => application.get(ListImagesByTag).execute('alice', 'sea', { limit })],
  ['folders', (limit) => application.get(ListFolders).execute('alice', { limit })],
  ['tags', (limit) => application.get(ListTags).execute('alice', { limit })],
  ['albums', (limit) => application.get(ReadAlbums).list('alice', { limit })],
  ['a selection', (limit) => application.get(ReadSelection).images(folder, { limit })],
  ['spaces', (limit) => application.get(ListSpaces).execute(owner, {}, { limit })],
  ['features', (limit) => application.get(SearchFeatures).execute(owner, spaceId, { limit })],
  ['links', (limit) => application.get(ManageLinks).list('alice', { limit })],
  ['grants', (limit) => application.get(ManageGrants).list('alice', { limit })],
  ['keys', (limit) => application.get(ListApiKeys).execute(admin, '*', { limit })],
  ['accounts', (limit) => application.get(ListAccounts).execute(admin, { limit })],
  ['jobs', (limit) => application.get(UserJobs).list('alice', 'import', { limit })],
  [
    'deliveries',
    (limit) => application.get(ManageDeliveries).list({ accountId: 'alice', endpointId }, { limit }),
  ],
  ['the audit trail', (limit) => application.get(ReadAudit).execute(admin, {}, { limit })],
];

describe.each(listings)('a listing of %s', (_, list) => {
  it.each([NaN, Infinity, 1.5, 0, -1])('refuses a limit of %s', async (limit) => {
    await expect(list(limit)).rejects.toMatchObject({
      listed: [expect.objectContaining({ code: 'invalid-limit', pointer: '/limit' })],
    });
  });
});

it.each([
  [{ scheme: 'web-mercator', zoom: NaN, x: 0, y: 0 }],
  [{ scheme: 'web-mercator', zoom: 31, x: 0, y: 0 }],
  [{ scheme: 'web-mercator', zoom: 1, x: 2, y: 0 }],
  [{ scheme: 'web-mercator', zoom: 1, x: 0, y: -1 }],
  [{ scheme: 'web-mercator', zoom: 2, x: 0.5, y: 0 }],
  [{ scheme: 'here', zoom: 2, x: 3, y: 2 }],
] as const)('there is no tile %j', async (tile) => {
  const query = { tile, attributes: 'nested', buffer: 0, edges: 'cut' } as const;
  await expect(application.get(DrawTile).execute(owner, spaceId, query)).rejects.toMatchObject({
    listed: [expect.objectContaining({ code: 'invalid-tile' })],
  });
});
