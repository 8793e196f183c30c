import { crc32, deflateSync } from 'node:zlib';
import { uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import type { HeavyClient, HeavyOperation } from './stalls.js';

const MAX_BYTES = 25 * 1024 * 1024;

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A grey PNG of nearly 50 megapixels, and of 25 MB with texts that are metadata. */
function largePng(): Buffer {
  const side = 7_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(side * (side + 1)), { level: 1 });
  const texts = Array.from({ length: 300 }, () => chunk('tEXt', Buffer.alloc(80_000, 'k\0x')));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [
    signature,
    chunk('IHDR', header),
    ...texts,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat(parts);
}

const large = largePng();
const padded = Buffer.concat([fixtures.jpeg.bytes, Buffer.alloc(MAX_BYTES - fixtures.jpeg.bytes.length)]);
let address = '';

const upload = async (
  client: HeavyClient,
  bytes: Uint8Array,
  tags = '',
  path = '',
): Promise<{ readonly url: string; readonly id: string }> => {
  const form = uploadForm({ bytes, ...(tags && { tags }), ...(path && { path }) });
  const text = await client.send('/api/upload', { method: 'POST', body: form }, 201);
  return JSON.parse(text.toString()) as { readonly url: string; readonly id: string };
};

const get = (name: string, path: string): HeavyOperation => ({ name, run: (client) => client.send(path) });

/** Images, and what else a server answers. */
export const heavyImages: readonly HeavyOperation[] = [
  {
    name: 'upload of 49 megapixels with 24 MB of metadata',
    run: async (client) => (address = (await upload(client, large, 'large')).url),
  },
  {
    name: 'upload of 25 MB that are no image at their end',
    run: (client) => client.send('/api/upload', { method: 'POST', body: uploadForm({ bytes: padded }) }),
  },
  { name: 'the large image, and a part of it', run: (client) => client.send(new URL(address).pathname) },
  {
    name: 'the large image, 128 pixels wide',
    run: (client) => client.send(`${new URL(address).pathname}?w=128`),
  },
  {
    name: '600 uploads with 50 tags, 16 at once',
    run: async (client) => {
      const numbers = Array.from({ length: 600 }, (_, index) => index);
      const tags = (index: number) =>
        Array.from({ length: 50 }, (_, tag) => `tag ${tag} ${index % 40} ${'y'.repeat(40)}`).join(',');
      const work = async (): Promise<void> => {
        for (let index = numbers.pop(); index !== undefined; index = numbers.pop())
          await upload(client, fixtures.png.bytes, tags(index), `folder ${index % 30}/sub ${index % 7}`);
      };
      await Promise.all(Array.from({ length: 16 }, work));
    },
  },
  get('list of images', '/api/images'),
  get('list of images, a page of 1,000', '/api/images?limit=1000'),
  get('list of images by a tag', '/api/tags/large/images'),
  get('tags', '/api/tags'),
  get('folders', '/api/paths'),
  get('jobs', '/api/jobs'),
  get('what is stored', '/api/storage'),
  get('errors', '/api/errors'),
  get('list of spaces', '/hub/spaces'),
  get('API document', '/openapi.json'),
  get('the same once more', '/openapi.json'),
  get('page of the API', '/docs/api'),
];
