import { createHash } from 'node:crypto';
import { createApplication, type ApplicationSettings } from '@cairn/composition';
import { addressOf, OpenFile, ReadQuota, UploadImage } from '@cairn/images';
import { CreateSpace, ListSpaces, ownerCaller } from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';

const settings: ApplicationSettings = {
  database: { kind: 'sqlite', file: 'kept/cairn.db' },
  blobs: { kind: 'fs', directory: 'kept/blobs' },
};
const caller = ownerCaller({ owner: 'me' });

const first = await createApplication(settings);
const image = await first.get(UploadImage).execute({
  owner: 'me',
  bytes: inPieces(fixtures.jpeg.bytes),
  details: async () => ({ name: 'photo.jpg', path: 'holiday', tags: ['sea'] }),
});
await first.get(CreateSpace).execute(caller, { title: 'Trails', description: '' });
await first.close();

const second = await createApplication(settings);
const served = await second.get(OpenFile).execute(addressOf(image));
const hash = createHash('sha256');
for await (const piece of await served.read()) hash.update(piece);
const { items } = await second.get(ListSpaces).execute(caller, {}, { limit: 10 });
const facts = {
  address: addressOf(image),
  sameBytes: hash.digest('hex') === createHash('sha256').update(fixtures.jpeg.bytes).digest('hex'),
  quota: await second.get(ReadQuota).execute('me'),
  spaces: items.map(({ title }) => title),
  health: await second.health(),
};
await second.close();
console.log(JSON.stringify(facts));

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 100) yield bytes.slice(start, start + 100);
}
