import { createApplication, type ApplicationSettings } from '@cairn/composition';
import { addressOf, UploadImage } from '@cairn/images';
import { CreateSpace, ImportFile, ownerCaller } from '@cairn/spaces';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==';

const [, , name = '', url = ''] = process.argv;
const sqlite = { kind: 'sqlite', file: 'small/cairn.db' } as const;
const stores: Record<string, Pick<ApplicationSettings, 'database' | 'blobs'>> = {
  memory: { database: { kind: 'memory' }, blobs: { kind: 'memory' } },
  'SQLite and disk': { database: sqlite, blobs: { kind: 'fs', directory: 'small/blobs' } },
  'SQLite without disk': { database: sqlite, blobs: { kind: 'memory' } },
  PostgreSQL: { database: { kind: 'postgres', url }, blobs: { kind: 'memory' } },
};
const chosen = stores[name];
if (chosen === undefined) throw new Error(`There is no application of ${name}.`);

const application = await createApplication({ ...chosen, images: { kind: 'memory' } });
const image = await application.get(UploadImage).execute({
  owner: 'me',
  bytes: once(Buffer.from(PIXEL, 'base64')),
  details: async () => ({ name: 'photo.png', path: 'holiday' }),
});
console.log(addressOf(image));
// Files of other formats than GeoJSON need a package that is not installed here.
const me = ownerCaller({ owner: 'me' });
const space = await application.get(CreateSpace).execute(me, { title: 'Huts', description: '' });
const table = { name: 'huts.csv', bytes: once(Buffer.from('lon,lat\n1,2\n')), choices: {} };
await application
  .get(ImportFile)
  .preview(me, space.id, table)
  .catch((error: { readonly code?: unknown }) => console.log(error.code));
await application.close();

async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}
