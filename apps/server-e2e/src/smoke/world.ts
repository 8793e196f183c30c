import type { CreatedKey, SpaceRecord, UploadResult } from '@cairn/api-schema';
import {
  testHost,
  uploadForm,
  type IdentityProviderProcess,
  type ServerProcess,
  type UploadParts,
} from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { point } from '../features/hub.js';
import { openAccount } from '../support/accounts.js';
import { Browser, join, PASSWORD } from '../support/browser.js';
import type { Answer } from './answer.js';
import { Caller } from './caller.js';

/** The public address of the service, as passkeys need a host name. Requests go to where it listens. */
export const ORIGIN = 'http://cairn.localhost';
/** That of Cairn there. */
export const BASE = ORIGIN + testHost().basePath;

interface Image extends UploadResult {
  /** Of its address, below that of the server. */
  readonly path: string;
}

interface Member {
  readonly name: string;
  readonly caller: Caller;
}

/** Who calls a server, and what is there. */
export interface World {
  readonly server: ServerProcess;
  readonly provider: IdentityProviderProcess;
  /** Has the key with every scope. */
  readonly admin: Caller;
  /** Has an account, and a key for everything but administration. */
  readonly user: Caller;
  readonly key: string;
  readonly accountId: string;
  /** Has a key of the same account that reads images, and nothing else. */
  readonly viewer: Caller;
  readonly nobody: Caller;
  /** Is signed in. */
  readonly owner: Caller;
  /** The answer to the owner’s set-up: it works once. */
  readonly setUp: Answer;
  /** An image of the user. */
  readonly photo: Image;
  /** A space of the user with `towns`. */
  readonly space: string;
  readonly newImage: (parts?: Partial<UploadParts>) => Promise<Image>;
  /** Gives its id. */
  readonly newSpace: (...features: readonly unknown[]) => Promise<string>;
  readonly newKey: () => Promise<CreatedKey>;
  /** Is signed in. */
  readonly newMember: () => Promise<Member>;
  /** Is not signed in yet. */
  readonly newBrowser: () => Caller;
}

export const towns = [
  point('bern', 7.45, 46.95, { people: 134 }),
  point('lausanne', 6.63, 46.52, { people: 140 }),
  point('zurich', 8.54, 47.38, { people: 434 }),
];

export async function openWorld(server: ServerProcess, provider: IdentityProviderProcess): Promise<World> {
  const admin = Caller.by(server, server.key);
  const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write', 'keys:manage'];
  const { id: accountId, key } = await openAccount(server, 'Surveyor', { scopes });
  const user = Caller.by(server, key);
  const browser = new Browser(server);
  const setUp = await Caller.in(browser).post('/api/setup', {
    token: server.setupToken,
    name: 'Ada',
    password: PASSWORD,
  });
  let made = 0;

  const newImage = async (parts: Partial<UploadParts> = {}): Promise<Image> => {
    const form = uploadForm({ bytes: fixtures.jpeg.bytes, path: 'smoke', ...parts });
    const image = (await user.post('/api/upload', form)).json<UploadResult>();
    return { ...image, path: image.url.replace(BASE, '') };
  };
  const newSpace = async (...features: readonly unknown[]): Promise<string> => {
    const { id } = (await user.post('/hub/spaces', { title: 'Towns' })).json<SpaceRecord>();
    if (features.length > 0)
      await user.put(`/hub/spaces/${id}/features`, { type: 'FeatureCollection', features });
    return id;
  };
  const newKey = async () =>
    (await user.post('/api/keys', { name: 'Camera', scopes: ['images:read'] })).json<CreatedKey>();
  const newMember = async () => {
    made += 1;
    const name = `Member ${made}`;
    return { name, caller: Caller.in(await join(server, browser, name)) };
  };

  return {
    server,
    provider,
    admin,
    user,
    key,
    accountId,
    setUp,
    viewer: Caller.by(server, (await newKey()).key),
    nobody: Caller.by(server, null),
    owner: Caller.in(browser),
    photo: await newImage({ name: 'photo.jpg', tags: 'lake,summer' }),
    space: await newSpace(...towns),
    newImage,
    newSpace,
    newKey,
    newMember,
    newBrowser: () => Caller.in(new Browser(server)),
  };
}
