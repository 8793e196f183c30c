import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photo } from '../pictures/photo.js';
import { RequestBytes } from '../load/http-request.js';
import type { OpenContest } from './contest.js';
import { headersOf } from './headers.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };

/** Serving a hosted file, beside reading one from the same disk and sending it with the same headers. */
export const openFiles: OpenContest = async (workbench) => {
  const bytes = await photo(PHOTO);
  const cairn = await workbench.startCairn();
  const { pathname } = new URL((await cairn.upload(bytes)).url);
  const headers = headersOf(await cairn.fetch(pathname));
  const file = join(workbench.folder, 'photo.jpg');
  await writeFile(file, bytes);
  const request = new RequestBytes({ method: 'GET', path: pathname });
  return {
    name: 'files of 80 KB served',
    clients: 32,
    expectedStatus: 200,
    cairn: { port: cairn.port, request },
    limits: [
      {
        name: 'open, stat, read and send',
        bar: 0.6,
        port: await workbench.startLimit('file-limit', [file, ...headers]),
        request,
      },
      {
        name: 'send from memory',
        port: await workbench.startLimit('buffer-limit', [file, ...headers]),
        request,
      },
    ],
  };
};
