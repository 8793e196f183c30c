import { photo } from '../pictures/photo.js';
import { RequestBytes } from '../load/http-request.js';
import type { OpenWorkload, Baseline } from './workload.js';
import { headersOf } from './headers.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };

/** Answering 304, compared with answering it without a lookup and, on PostgreSQL, with a lookup. */
export const openNotModified: OpenWorkload = async (environment) => {
  const cairn = await environment.startCairn();
  const { pathname } = new URL((await cairn.upload(await photo(PHOTO))).url);
  const { headers } = await cairn.fetch(pathname, { method: 'HEAD' });
  const validator = { 'If-None-Match': headers.get('etag') ?? '' };
  const given = headersOf(await cairn.fetch(pathname, { headers: validator }));
  const request = new RequestBytes({ method: 'GET', path: pathname, headers: validator });
  const baselines: Baseline[] = [
    {
      name: 'answer 304',
      threshold: 0.6,
      ports: await environment.startBaseline('not-modified-baseline', given),
      request,
    },
  ];
  if (environment.stores === 'postgres+s3') {
    const folder = await environment.makeFolder('baseline');
    const ports = await environment.startBaseline('unchanged-baseline', [folder, pathname, ...given]);
    baselines.push({ name: 'select and answer 304', ports, request });
  }
  return {
    name: '304s',
    clients: 32,
    expectedStatus: 304,
    cairn: { ports: cairn.ports, request },
    baselines,
  };
};
