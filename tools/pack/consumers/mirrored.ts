import { rm, writeFile } from 'node:fs/promises';
import { addressOf, OpenFile, UploadImage } from '@cairn/images';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';
import { application } from './application.js';

const { bytes } = fixtures.jpeg;

const image = await application.get(UploadImage).execute({
  owner: 'me',
  bytes: once(bytes),
  details: async () => ({ name: 'photo.jpg', path: 'holiday' }),
});
console.log(`uploaded ${addressOf(image)}`);
console.log(await read());
await rm('mirrored/first/blobs', { recursive: true });
console.log(`${await read()} with the first disk lost`);

const caller = ownerCaller({ owner: 'me' });
const space = await application.get(CreateSpace).execute(caller, { title: 'Trails', description: '' });
console.log(`stored ${space.storageId}`);

await rm('mirrored/second', { recursive: true });
await writeFile('mirrored/second', 'a file, no folder');
console.log(`blobs ${(await application.health()).blobs}`);
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
