import { createApplication, type ApplicationSettings } from '@cairn/composition';
import { addressOf, UploadImage } from '@cairn/images';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==';

const memory: ApplicationSettings = {
  database: { kind: 'memory' },
  blobs: { kind: 'memory' },
  images: { kind: 'memory' },
};
const onDisk: ApplicationSettings = {
  database: { kind: 'sqlite', file: 'small/cairn.db' },
  blobs: { kind: 'fs', directory: 'small/blobs' },
  images: { kind: 'memory' },
};

const application = await createApplication(process.argv[2] === 'memory' ? memory : onDisk);
const image = await application.get(UploadImage).execute({
  owner: 'me',
  bytes: once(Buffer.from(PIXEL, 'base64')),
  details: async () => ({ name: 'photo.png', path: 'holiday' }),
});
console.log(addressOf(image));
await application.close();

async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}
