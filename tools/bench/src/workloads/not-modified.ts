import { photo } from '../pictures/photo.js';
import { RequestBytes } from '../load/http-request.js';
import type { OpenWorkload, Limit } from './workload.js';
import { headersOf } from './headers.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };

/** Telling that a file is still the same, beside saying so without looking, and after a look that goes over a wire. */
export const openNotModified: OpenWorkload = async (workbench) => {
  const cairn = await workbench.startCairn();
  const { pathname } = new URL((await cairn.upload(await photo(PHOTO))).url);
  const { headers } = await cairn.fetch(pathname, { method: 'HEAD' });
  const validator = { 'If-None-Match': headers.get('etag') ?? '' };
  const given = headersOf(await cairn.fetch(pathname, { headers: validator }));
  const request = new RequestBytes({ method: 'GET', path: pathname, headers: validator });
  const limits: Limit[] = [
    {
      name: 'answer 304',
      bar: 0.6,
      ports: await workbench.startLimit('not-modified-limit', given),
      request,
    },
  ];
  if (workbench.stores === 'postgres+s3') {
    const folder = await workbench.makeFolder('limit');
    const ports = await workbench.startLimit('unchanged-limit', [folder, pathname, ...given]);
    limits.push({ name: 'select and answer 304', ports, request });
  }
  return {
    name: '304s',
    clients: 32,
    expectedStatus: 304,
    cairn: { ports: cairn.ports, request },
    limits,
  };
};
