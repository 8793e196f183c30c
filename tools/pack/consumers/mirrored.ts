import { rm } from 'node:fs/promises';
import { addressOf, OpenFile, UploadImage } from '@cairn/images';
import { fixtures } from '@cairn/testkit';
import { createApplication } from './composition/index.js';

const { bytes } = fixtures.jpeg;

const application = await createApplication({
  database: { kind: 'memory' },
  blobs: { kind: 'mirror', directory: 'mirrored/first', mirror: 'mirrored/second' },
});
const image = await application.get(UploadImage).execute({
  owner: 'me',
  name: 'photo.jpg',
  bytes: once(bytes),
  details: async () => ({ path: 'holiday' }),
});
console.log(`uploaded ${addressOf(image)}`);
console.log(await read());
await rm('mirrored/first/blobs', { recursive: true });
console.log(`${await read()} with the first disk lost`);
await application.close();

async function read(): Promise<string> {
  const served = await application.get(OpenFile).execute(addressOf(image));
  const pieces: Uint8Array[] = [];
  for await (const piece of await served.read()) pieces.push(piece);
  return Buffer.concat(pieces).equals(bytes) ? 'the same bytes' : 'other bytes';
}

async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}
