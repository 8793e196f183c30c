import { errorStatuses, operations, type Operation } from '@cairn/api-schema';
import { IdentityProviderProcess } from '@cairn/harness';
import { environments, everyStore, type Environment } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accounts } from './smoke/accounts.js';
import { administration } from './smoke/administration.js';
import { featureReads } from './smoke/feature-reads.js';
import { featureWrites } from './smoke/feature-writes.js';
import { gallery } from './smoke/gallery.js';
import { photos } from './smoke/photos.js';
import { contributions } from './smoke/contributions.js';
import { grants } from './smoke/grants.js';
import { ground } from './smoke/ground.js';
import { identities } from './smoke/identities.js';
import { images } from './smoke/images.js';
import { passkeys } from './smoke/passkeys.js';
import { albums } from './smoke/albums.js';
import { linkPages } from './smoke/link-pages.js';
import { links } from './smoke/links.js';
import { maps } from './smoke/maps.js';
import { photoSpaces } from './smoke/photo-spaces.js';
import type { Rows } from './smoke/row.js';
import { service } from './smoke/service.js';
import { sessions } from './smoke/sessions.js';
import { spaces } from './smoke/spaces.js';
import { trash } from './smoke/trash.js';
import { tiles } from './smoke/tiles.js';
import { uploadTokens } from './smoke/upload-tokens.js';
import { users } from './smoke/users.js';
import { webhooks } from './smoke/webhooks.js';
import { BASE, openWorld, ORIGIN, type World } from './smoke/world.js';
import { onPairs } from './support/environments.js';

const tables: readonly Rows[] = [
  images,
  uploadTokens,
  gallery,
  photos,
  albums,
  trash,
  links,
  contributions,
  grants,
  linkPages,
  photoSpaces,
  spaces,
  featureReads,
  featureWrites,
  tiles,
  ground,
  maps,
  accounts,
  sessions,
  identities,
  passkeys,
  users,
  webhooks,
  administration,
  service,
];
/** Of operations that meet both stores, of records and of bytes. */
const ofBothStores: readonly Rows[] = [images, gallery, trash, tiles];
const rowsOf = (some: readonly Rows[]) => some.flatMap((table) => Object.entries(table));
const rows = rowsOf(tables);
const rowOf = new Map(rows);

/** Matches the requests that are calls of an operation. */
function requestsOf({ method, path }: Operation): RegExp {
  const address = path
    .replaceAll('.', '\\.')
    .replaceAll('{address}', '[^?]+')
    .replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${method.toUpperCase()} ${address}(?:\\?|$)`);
}

describe('the operations', () => {
  it('are all here, each once', () => {
    expect(rows.map(([id]) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it('give and refuse with statuses that are documented', () => {
    const undocumented = operations.filter((operation) => {
      const { gives = 0, refused: [refused] = [0] } = rowOf.get(operation.id) ?? {};
      const given = Object.keys(operation.responses).map(Number);
      return !given.includes(gives) || ![...given, ...errorStatuses(operation)].includes(refused);
    });
    expect(undocumented.map(({ id }) => id)).toEqual([]);
  });
});

let provider: IdentityProviderProcess;
let world: World;

beforeAll(async () => {
  provider = await IdentityProviderProcess.start({ mia: ['staff'], olga: ['staff'] });
  provider.open(BASE);
});

afterAll(() => provider.close());

const options = () => ({
  env: {
    CAIRN_BASE_URL: ORIGIN,
    CAIRN_ALLOWED_ADDRESSES: '127.0.0.1',
    CAIRN_OIDC_MEMBERS: 'groups=staff',
    CAIRN_RATE_SIGN_INS: '0',
    CAIRN_IMPORTS: 'on',
    ...provider.env,
  },
});

/** Declares a test for each of the operations that has a row. */
function declareRows(pairs: readonly Environment[], some: readonly Rows[]): void {
  const own = new Map(rowsOf(some));
  onPairs(pairs, {
    options,
    use: async (server) => {
      world = await openWorld(server, provider);
    },
    declare: () => {
      for (const operation of operations) {
        const row = own.get(operation.id);
        if (row === undefined) continue; // and where it is in no table, the test of the tables fails
        const { gives, works, refused, fails } = row;
        const [status, code] = refused;
        it(`${operation.id} gives ${gives}, or ${status} ${code ?? 'without a body'}`, async () => {
          const answer = await works(world);
          expect([answer.status, answer.asked]).toEqual([
            gives,
            expect.stringMatching(requestsOf(operation)),
          ]);
          const error = await fails(world);
          expect([error.status, error.code]).toEqual([status, code]);
          expect(error.asked).toMatch(requestsOf(operation));
        });
      }
    },
  });
}

// The other pairs combine stores that are tested here, too.
const isOfNewStores = ({ name }: Environment) =>
  name === 'memory' || everyStore.some((pair) => pair.name === name);
declareRows(environments.filter(isOfNewStores), tables);
declareRows(
  environments.filter((pair) => !isOfNewStores(pair)),
  ofBothStores,
);
