import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import {
  DEFAULT_CONTRIBUTION_RULES,
  anonymous,
  decide,
  GiveGrant,
  GRANT_ROLES,
  scopes,
  scopesOf,
  type Grant,
  type GrantedResource,
  type GrantRole,
  type LinkRole,
  type Principal,
} from '@cairn/access';
import { operations, type Operation } from '@cairn/api-schema';
import { createApplication, type Application } from '@cairn/composition';
import { CreateAlbum, UploadImage, VISIBILITIES, type Image, type Visibility } from '@cairn/images';
import { DomainError } from '@cairn/kernel';
import { rightsOn } from '@cairn/spaces';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRequestContext } from '../messages/request-context.js';
import { HubCallers } from '../spaces/hub-callers.js';
import { Delegation } from './delegation.js';
import { requirementOf } from './guard/gatekeeper.js';
import { SharedAccess } from './shared-access.js';

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** Whose everything is. */
const OWNER = 'ada';
const SHARED = ['account', 'folder', 'album', 'image', 'space', 'map'] as const;
const MAP = 'walks';
const SPACE = { id: 'towns', owner: OWNER, settings: {} };

let application: Application;
let shared: SharedAccess;
let delegation: Delegation;
let albumId: string;
const images = new Map<Visibility, Image>();

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  shared = new SharedAccess(application);
  delegation = new Delegation({ application, shared });
  for (const visibility of VISIBILITIES) {
    const details = async () => ({ name: 'a.png', path: 'trip', visibility });
    const bytes = (async function* () {
      yield PNG;
    })();
    images.set(visibility, await application.get(UploadImage).execute({ owner: OWNER, bytes, details }));
  }
  const imageIds = [...images.values()].map(({ id }) => id);
  albumId = (await application.get(CreateAlbum).execute(OWNER, { title: 'Trip', imageIds })).album.album.id;
  const resources = (of: (typeof SHARED)[number]): readonly GrantedResource[] =>
    of === 'image' ? imageIds.map((id) => ({ type: of, id })) : [{ type: of, id: idOf(of) }];
  for (const kind of SHARED)
    for (const role of rolesIn(kind))
      for (const resource of resources(kind)) {
        const to = { type: 'user', id: `${role} of ${kind}` } as const;
        await application.get(GiveGrant).execute({ accountId: OWNER, resource, to, role });
      }
});

afterAll(() => application.close());

const idOf = (kind: (typeof SHARED)[number]): string =>
  ({ account: OWNER, folder: 'trip', album: albumId, image: '', space: SPACE.id, map: MAP })[kind];
const rolesIn = (kind: (typeof SHARED)[number]): readonly GrantRole[] =>
  kind === 'account' ? GRANT_ROLES : GRANT_ROLES.filter((role) => role !== 'owner');

const session = (accountId: string, userId: string): Principal => {
  const user = { id: userId, accountId, name: userId, role: 'member', createdAt: 0 } as const;
  const times = { createdAt: 0, lastUsedAt: 0, expiresAt: 1 };
  return {
    kind: 'session',
    caller: { accountId, userId, scopes: scopesOf('member') },
    user,
    session: { id: 'session', userId, digest: '', userAgent: '', ...times },
  };
};
const link = (role: LinkRole): Principal => {
  const resource = { type: 'album', id: albumId } as const;
  const counts = { uses: 0, addedImages: 0, addedBytes: 0, waitingImages: 0, ...DEFAULT_CONTRIBUTION_RULES };
  const given = { digest: '', position: 'none', download: false, createdAt: 0, ...counts } as const;
  return { kind: 'link', link: { id: role, accountId: OWNER, resource, role, ...given } };
};

/** A request that was not received over a connection. */
const newRequest = (): IncomingMessage => new IncomingMessage(new Socket());

interface Somebody {
  readonly principal: () => Principal;
  /** The grant that they hold. */
  readonly grant?: { readonly kind: (typeof SHARED)[number]; readonly role: GrantRole };
  /** Whether they act in an account of others. */
  readonly isOther?: true;
}

const members = SHARED.flatMap((kind) =>
  rolesIn(kind).map((role): [string, Somebody] => [
    `${role} of ${kind}`,
    { principal: () => session('other', `${role} of ${kind}`), grant: { kind, role }, isOther: true },
  ]),
);
const everybody: Readonly<Record<string, Somebody>> = {
  'no one': { principal: () => anonymous },
  'link viewer': { principal: () => link('viewer') },
  'link contributor': { principal: () => link('contributor') },
  'the account itself': { principal: () => session(OWNER, 'ada') },
  'another account': { principal: () => session('other', 'nobody'), isOther: true },
  ...Object.fromEntries(
    scopes.map((scope) => [
      `key with ${scope}`,
      { principal: () => ({ kind: 'key', caller: { accountId: OWNER, keyId: 'key', scopes: [scope] } }) },
    ]),
  ),
  ...Object.fromEntries(members),
};

const atLeast = (role: GrantRole, needed: GrantRole): boolean =>
  GRANT_ROLES.indexOf(role) >= GRANT_ROLES.indexOf(needed);

/** The decision that the operation declares. */
function declared(operation: Operation, { principal, grant, isOther }: Somebody): string {
  const decision = decide(principal(), requirementOf(operation, 'required'));
  const { reach } = operation;
  if (decision !== 'allowed' || !isOther || operation.access === 'open' || reach === 'own') return decision;
  if (grant === undefined || reach === 'keys') return 'access-forbidden';
  if (reach === 'spaces') return 'allowed'; // rights decide
  const { kind, role } = grant;
  const covers: readonly string[] = {
    account: ['account'],
    folder: ['account', 'folder'],
    parent: ['account', 'folder'],
    album: ['account', 'album'],
    map: ['account', 'map'],
    body: SHARED, // the operation itself decides
    image: ['account', 'folder', 'album', 'image'],
  }[reach.on];
  if (covers.includes(kind)) return atLeast(role, reach.role) ? 'allowed' : 'access-forbidden';
  if (reach.on === 'album' || reach.on === 'image' || reach.on === 'map') return `${reach.on}-not-found`;
  return 'access-forbidden';
}

/** The decision of the gatekeeper's parts about a request. */
async function decided(operation: Operation, { principal }: Somebody, image: Image): Promise<string> {
  const who = principal();
  const decision = decide(who, requirementOf(operation, 'required'));
  if (decision !== 'allowed' || operation.access === 'open') return decision;
  if (who.kind !== 'key' && who.kind !== 'session') return decision;
  const [, , of = ''] = operation.path.split('/');
  const id = { albums: albumId, maps: MAP }[of] ?? image.id;
  const url = operation.path.replace('{id}', id);
  const request = newRequest();
  request.url = url;
  request.headers['cairn-account'] = OWNER;
  const query =
    operation.id === 'listPaths' ? { parent: 'trip/day', path: '' } : { path: 'trip/day', parent: '' };
  try {
    await delegation.execute(who.caller, { request, operation, query });
    return 'allowed';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('who may do what with what is shared', () => {
  it.each(Object.keys(everybody))('%s: every operation on every kind of image', async (name) => {
    const somebody = everybody[name] ?? { principal: () => anonymous };
    for (const operation of operations)
      for (const [visibility, image] of images) {
        const actual = await decided(operation, somebody, image);
        expect([operation.id, visibility, actual]).toEqual([
          operation.id,
          visibility,
          declared(operation, somebody),
        ]);
      }
  });

  it('the file of a private image is for its account, and for those who look at something that it is in', async () => {
    const image = images.get('private');
    for (const [name, { principal, grant }] of Object.entries(everybody)) {
      const who = principal();
      if (who.kind !== 'key' && who.kind !== 'session') continue;
      const held = await shared.heldBy(who.caller);
      const reaches = image !== undefined && (await shared.reachesImage(held, image, 'viewer'));
      expect([name, reaches]).toEqual([
        name,
        grant !== undefined && grant.kind !== 'space' && grant.kind !== 'map',
      ]);
    }
  });

  it('the rights on a space are those of the role, as far as the scopes of the caller go', async () => {
    const callers = new HubCallers({ hubAuth: 'required' });
    const rights = ['readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures', 'manageSpaces'];
    const first = (count: number): readonly string[] => rights.slice(0, count).sort();
    const numbers: Readonly<Record<GrantRole, number>> = {
      viewer: 1,
      contributor: 2,
      editor: 4,
      manager: 5,
      owner: 5,
    };
    const of = async (who: Principal, held: readonly Grant[]): Promise<readonly string[]> => {
      const request = newRequest();
      const context = createRequestContext(request);
      context.principal = who;
      context.held = held;
      return [...rightsOn(callers.of(request), SPACE)].sort();
    };
    for (const [name, { principal, grant }] of Object.entries(everybody)) {
      const who = principal();
      if (who.kind !== 'session' || grant === undefined) continue;
      const held = await shared.heldBy(who.caller);
      const count = grant.kind === 'account' && grant.role === 'editor' ? 5 : numbers[grant.role];
      const isAbout = grant.kind === 'account' || grant.kind === 'space';
      expect([name, await of(who, held)]).toEqual([name, isAbout ? first(count) : []]);
      const reader: Principal = {
        kind: 'key',
        caller: { ...who.caller, keyId: 'key', scopes: ['spaces:read'] },
      };
      expect([name, await of(reader, held)]).toEqual([name, isAbout ? first(1) : []]);
    }
  });
});
