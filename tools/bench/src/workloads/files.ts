import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photo } from '../pictures/photo.js';
import { RequestBytes } from '../load/http-request.js';
import type { OpenWorkload } from './workload.js';
import { headersOf } from './headers.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };
const names = { 'sqlite+disk': 'open, stat, read and send', 'postgres+s3': 'get and send' } as const;

/** Serving a hosted file, compared with reading and sending the same file with the same headers. */
export const openFiles: OpenWorkload = async (environment) => {
  const bytes = await photo(PHOTO);
  // What the photo is padded with is metadata.
  const cairn = await environment.startCairn({ CAIRN_METADATA: 'keep' });
  const { pathname } = new URL((await cairn.upload(bytes)).url);
  const headers = headersOf(await cairn.fetch(pathname));
  const file = join(environment.folder, 'photo.jpg');
  await writeFile(file, bytes);
  const folder = await environment.makeFolder('baseline');
  const request = new RequestBytes({ method: 'GET', path: pathname });
  return {
    name: 'files of 80 KB served',
    clients: 32,
    expectedStatus: 200,
    cairn: { ports: cairn.ports, request },
    baselines: [
      {
        name: names[environment.stores],
        threshold: 0.6,
        ports: await environment.startBaseline('file-baseline', [folder, file, ...headers]),
        request,
      },
      {
        name: 'send from memory',
        ports: await environment.startBaseline('buffer-baseline', [file, ...headers]),
        request,
      },
    ],
  };
};
