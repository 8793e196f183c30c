import { photo } from '../pictures/photo.js';
import { RequestBytes } from '../load/http-request.js';
import type { OpenContest } from './contest.js';
import { headersOf } from './headers.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };

/** Telling that a file is still the same, beside saying so without looking. */
export const openNotModified: OpenContest = async (workbench) => {
  const cairn = await workbench.startCairn();
  const { pathname } = new URL((await cairn.upload(await photo(PHOTO))).url);
  const { headers } = await cairn.fetch(pathname, { method: 'HEAD' });
  const validator = { 'If-None-Match': headers.get('etag') ?? '' };
  const answer = await cairn.fetch(pathname, { headers: validator });
  const request = new RequestBytes({ method: 'GET', path: pathname, headers: validator });
  return {
    name: '304s',
    clients: 32,
    expectedStatus: 304,
    cairn: { port: cairn.port, request },
    limits: [
      {
        name: 'answer 304',
        bar: 0.6,
        port: await workbench.startLimit('not-modified-limit', headersOf(answer)),
        request,
      },
    ],
  };
};
