import type { AlbumRecord } from '@cairn/api-schema';
import { ServerProcess, until, uploadForm, UNLIMITED } from '@cairn/harness';
import { openAccount } from '../../support/accounts.js';
import { join, setUp } from '../../support/browser.js';
import { EventReader } from '../../support/event-reader.js';
import { asking, LISTENERS, type Answer } from './answers.js';
import { wholeAnswers, type Stranger } from './drill.js';
import { newImage, photoAt, type Target } from './private-images.js';
import { mapOfPhotos, SIGNING_SECRET } from './questions.js';
import { as, keyWith, newLink, strangersOf } from './strangers.js';

type Whole = readonly (readonly [path: string, answer: Answer])[];

/** A server with private images of an account, and what strangers saw before they came. */
export interface World {
  readonly server: ServerProcess;
  /** A key of the account. */
  readonly owner: string;
  /** A key of it for spaces only. */
  readonly spacesKey: string;
  readonly targets: readonly Target[];
  /** A public image of the account, which is in its photo map. */
  readonly open: Target;
  readonly strangers: readonly Stranger[];
  /** By the listener, and the name of the stranger. */
  readonly before: ReadonlyMap<string, Whole>;
  /** The events of the other account, and those of `spacesKey`, since then. */
  readonly events: { readonly foreign: EventReader; readonly ofSpaces: EventReader };
  /** The secret of a link to an album with the first half of the images, with everything. */
  readonly link: string;
}

/** Starts the server. The first half of the images was public for a while: in the map, and in caches. */
export async function openWorld(count: number): Promise<World> {
  const env = {
    ...UNLIMITED,
    CAIRN_RATE_SIGN_INS: '0', // wrong passwords of links
    CAIRN_SIGNING_KEYS: `site:${SIGNING_SECRET}`,
    CAIRN_PRESETS: 'tiny=w=50',
    ...(LISTENERS.length > 1 && { CAIRN_PUBLIC_PORT: '0' }),
  };
  const server = await ServerProcess.start({ env });
  const { id: accountId, key: owner } = await openAccount(server, 'Of the images');
  const user = await join(server, await setUp(server), 'Bob');
  const spacesKey = await keyWith(server, accountId, ['spaces:read', 'spaces:write']);

  const space = { title: 'Photos', description: '', shared: true };
  const { id: map } = await as<{ id: string }>(server, owner, ['POST', '/hub/spaces', space]);
  await as(server, owner, ['PUT', '/api/photo-spaces?path=', { spaceId: map }]);
  const untilInMap = async (isSo: (count: number) => boolean): Promise<void> => {
    const counted = async () => as<{ count: number }>(server, owner, ['GET', `/hub/spaces/${map}/count`]);
    await until('so many are in the map', async () => isSo((await counted()).count));
  };
  const half = async (first: number, visibility: 'public' | 'private'): Promise<readonly Target[]> =>
    await several(count / 2, (index) => newImage(server, { key: owner, index: first + index, visibility }));

  const open = await newImage(server, { key: owner, index: 399, visibility: 'public' });
  const later = await half(0, 'public');
  // What it looks like is found out in the background, and then shown by links to it.
  const looked = async (): Promise<string> =>
    JSON.stringify(await as(server, owner, ['GET', `/api/images?include=placeholder&tags=${open.tag}`]));
  await until('it has a placeholder', async () => (await looked()).includes('"placeholder"'));
  await untilInMap((placed) => placed > 1);
  const ids = later.map(({ id }) => id);
  await as(server, owner, ['POST', '/api/images/bulk/visibility', { ids, visibility: 'private' }]);
  await untilInMap((placed) => placed === 1);

  const album = async (images: readonly string[]): Promise<object> => {
    const { id } = await as<AlbumRecord>(server, owner, ['POST', '/api/albums', { title: 'Trip', images }]);
    return { resource: { type: 'album', id }, download: true, position: 'exact' };
  };
  const link = async (body: object) => await newLink(server, owner, body);
  const whole = await album(ids);
  const expired = await link({ ...whole, expiresAt: new Date(Date.now() + 5_000).toISOString() });
  const revoked = await link(whole);
  await as(server, owner, ['DELETE', `/api/links/${revoked.id}`]);
  const ofFolder = { resource: { type: 'folder', id: 'close' }, download: true };
  const holders = [
    { name: 'with a link to another album', ...(await link(await album([open.id]))), isOpen: true },
    {
      name: 'with a link to a folder whose name theirs begins with',
      ...(await link(ofFolder)),
      isOpen: true,
    },
    { name: 'with an expired link', ...expired, isOpen: false },
    { name: 'with a revoked link', ...revoked, isOpen: false },
  ];
  const layers = await as<{ id: string }>(server, owner, ['POST', '/api/maps', mapOfPhotos(map)]);
  const { secret: ofMap } = await link({ resource: { type: 'map', id: layers.id } });
  const ofLayers = { id: layers.id, secret: ofMap };
  const strangers = await strangersOf({ server, user, spacesKey, map, ofLayers, holders });
  const statusOfExpired = async (): Promise<number> =>
    (await server.fetch(`/api/shared/${expired.secret}`, { key: null })).status;
  await until('the link has expired', async () => (await statusOfExpired()) === 404);

  const before = new Map<string, Whole>();
  for (const listener of LISTENERS)
    for (const stranger of strangers)
      before.set(`${listener} ${stranger.name}`, await wholeAnswers(asking(server, listener), stranger));
  const [foreign, ofSpaces] = [
    await EventReader.open(server),
    await EventReader.open(server, { key: spacesKey }),
  ];
  const targets = [...later, ...(await half(count / 2, 'private'))];
  // One waits for approval: it is nowhere in what anybody sees, its account included.
  const rules = { role: 'contributor', approval: 'required' };
  const queue = await link({ resource: { type: 'folder', id: 'closed' }, ...rules });
  await addWaiting(server, queue.secret);
  const { secret } = await link(whole);
  return {
    server,
    owner,
    spacesKey,
    targets,
    open,
    strangers,
    before,
    events: { foreign, ofSpaces },
    link: secret,
  };
}

const AT_ONCE = 8;

async function several(count: number, make: (index: number) => Promise<Target>): Promise<readonly Target[]> {
  const made: Target[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, step) => make(first + step));
    made.push(...(await Promise.all(some)));
  }
  return made;
}

async function addWaiting(server: ServerProcess, secret: string): Promise<void> {
  const bytes = await photoAt(398, 12.3769, 48.5417);
  const body = uploadForm({ bytes, name: 'p398.jpg', tags: 'hidden-398' });
  const added = await server.fetch(`/api/shared/${secret}/upload`, { method: 'POST', body, key: null });
  if (added.status !== 202) throw new Error(`The image does not wait: ${added.status}.`);
}
