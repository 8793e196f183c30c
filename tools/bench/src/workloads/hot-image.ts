import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestBytes } from '../load/http-request.js';
import { photo } from '../pictures/photo.js';
import { headersOf } from './headers.js';
import type { OpenWorkload } from './workload.js';

const PHOTO = { width: 2040, height: 1356, sizeInBytes: 275_000 };
const QUERY = 'w=960&h=960&q=85';

/** An image that is asked for again and again, compared with its bytes in memory, and in a file that nginx serves. */
export const openHotImage: OpenWorkload = async (environment) => {
  const cairn = await environment.startCairn();
  const path = `${new URL((await cairn.upload(await photo(PHOTO))).url).pathname}?${QUERY}`;
  const answer = await cairn.fetch(path);
  const headers = headersOf(answer);
  const folder = await environment.makeFolder('baseline');
  const file = join(folder, 'photo.jpg');
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const request = new RequestBytes({ method: 'GET', path });
  return {
    ...{
      name: 'one rendered image',
      clients: 32,
      expectedStatus: 200,
      cairn: { ports: cairn.ports, request },
    },
    baselines: [
      {
        ...{ name: 'send from memory', threshold: 0.85, request },
        ports: await environment.startBaseline('buffer-baseline', [file, ...headers]),
      },
      {
        ...{ name: 'nginx', threshold: 0.5, request },
        ports: await environment.startBaseline('nginx-baseline', [folder, file]),
      },
    ],
  };
};
