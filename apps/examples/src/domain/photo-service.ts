import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { GiveGrant, isAtLeast, ManageGrants, roleOn } from '@cairn/access';
import {
  MemoryBlobStore,
  MemoryCatalogRepository,
  MemoryFolderDefaultRepository,
  MemoryGrantRepository,
  MemoryImageProcessor,
  MemorySignInRecords,
  MemorySpaceRepository,
} from '@cairn/adapter-memory';
import { RandomIdGenerator, SystemClock } from '@cairn/adapter-system';
import { addressOf, CatalogRules, OpenFile, UploadImage, type Viewer } from '@cairn/images';
import { DomainError } from '@cairn/kernel';
import { ANONYMOUS, CreateSpace, ListSpaces, ownerCaller, SpaceStorage } from '@cairn/spaces';

const OWNER = 'club';
/** Photos of the hut's guest book are for those members who may look at this folder. */
const BOOK = { type: 'folder', id: 'hut-book' } as const;
const visitor = ownerCaller({ owner: ANONYMOUS });

/** A hiking club's service that uses Cairn's use cases behind its own routes. In memory, at most five photos. */
export function createPhotoService(): Server {
  const clock = new SystemClock();
  const ids = new RandomIdGenerator();
  const catalog = new MemoryCatalogRepository();
  const blobs = new MemoryBlobStore(clock);
  const spaces = new MemorySpaceRepository();
  const rules = new CatalogRules({ imageQuota: 5 });
  const uploadImage = new UploadImage({
    catalog,
    byteQuotas: catalog.byteQuotas,
    folderDefaults: new MemoryFolderDefaultRepository(),
    blobs,
    processor: new MemoryImageProcessor(),
    clock,
    ids,
    rules,
  });
  const openFile = new OpenFile({ catalog, blobs });
  const createSpace = new CreateSpace({ spaces, storage: new SpaceStorage('memory'), clock, ids });
  const listSpaces = new ListSpaces({ spaces });
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const giveGrant = new GiveGrant({ grants, clock, ids });
  const manageGrants = new ManageGrants({ grants });
  /** The club knows its members by names of its own, here from a header. */
  const viewerOf =
    (request: IncomingMessage): Viewer =>
    async () => {
      const held = await manageGrants.heldBy(`user:${String(request.headers['x-member'])}`);
      return isAtLeast(roleOn(held, { accountId: OWNER, parts: [BOOK] }), 'viewer');
    };

  const routes: Readonly<Record<string, (request: IncomingMessage, name: string) => Promise<unknown>>> = {
    'PUT /photos': async (request, name) => {
      const details = async () => ({ name, path: 'photos', tags: ['hike'] });
      return {
        photo: `/${addressOf(await uploadImage.execute({ owner: OWNER, bytes: request, details }))}`,
      };
    },
    'GET /photos': async (_, name) => (await openFile.execute(`photos/${name}`)).read(),
    'PUT /hut-book': async (request, name) => {
      const details = async () => ({ name, path: BOOK.id, visibility: 'private' });
      const image = await uploadImage.execute({ owner: OWNER, bytes: request, details });
      return { photo: `/${addressOf(image)}` };
    },
    'GET /hut-book': async (request, name) =>
      (await openFile.execute(`${BOOK.id}/${name}`, viewerOf(request))).read(),
    'PUT /readers': async (_, id) =>
      await giveGrant.execute({ accountId: OWNER, resource: BOOK, to: { type: 'user', id }, role: 'viewer' }),
    'DELETE /readers': async (_, id) => {
      for (const grant of await manageGrants.heldBy(`user:${id}`)) await manageGrants.remove(grant.id);
      return {};
    },
    'PUT /trails': async (_, title) => await createSpace.execute(visitor, { title, description: '' }),
    'GET /trails': async () => (await listSpaces.execute(visitor, {}, { limit: 100 })).items,
  };

  return createServer((request, response) => {
    const [, collection = '', name = ''] = pathOf(request).split('/');
    const route = routes[`${request.method} /${collection}`];
    if (route === undefined) return void response.writeHead(404).end();
    route(request, name).then(
      (answer) => send(response, answer),
      (error: unknown) => response.writeHead(error instanceof DomainError ? 422 : 500).end(String(error)),
    );
  });
}

/** The decoded path; `''`, which matches nothing, if its percent-encoding is invalid. */
function pathOf({ url = '' }: IncomingMessage): string {
  try {
    return decodeURI(url);
  } catch {
    return '';
  }
}

async function send(response: ServerResponse, answer: unknown): Promise<void> {
  if (!isBytes(answer)) return void response.end(JSON.stringify(answer));
  for await (const chunk of answer) response.write(chunk);
  response.end();
}

function isBytes(answer: unknown): answer is AsyncIterable<Uint8Array> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}
