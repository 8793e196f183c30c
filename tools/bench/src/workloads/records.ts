import { photo } from '../pictures/photo.js';
import { RequestBytes } from '../load/http-request.js';
import type { OpenWorkload } from './workload.js';

const PHOTO = { width: 80, height: 65, sizeInBytes: 10_000 };

/** Reading an image record, compared with selecting a row by its key. */
export const openRecords: OpenWorkload = async (environment) => {
  const cairn = await environment.startCairn();
  const { id } = await cairn.upload(await photo(PHOTO));
  const request = new RequestBytes({
    method: 'GET',
    path: `/api/images/${id}`,
    headers: cairn.authorization,
  });
  const folder = await environment.makeFolder('baseline');
  const ports = await environment.startBaseline('record-baseline', [folder, id]);
  return {
    name: 'records read',
    clients: 32,
    expectedStatus: 200,
    cairn: { ports: cairn.ports, request },
    baselines: [{ name: 'select', ports, request }],
  };
};
