import { photo } from '../pictures/photo.js';
import { RequestBytes, SERIAL } from '../load/http-request.js';
import type { OpenWorkload } from './workload.js';

const PHOTO = { width: 2725, height: 2225, sizeInBytes: 829_000 };
const names = { 'sqlite+disk': 'write, fsync and insert', 'postgres+s3': 'put and insert' } as const;
const BOUNDARY = 'cairn-bench-boundary';

/** A multipart upload. Each request has a different file name. */
export function uploadRequest(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  extension: 'jpg' | 'png',
): RequestBytes {
  const disposition = `form-data; name="file"; filename="${SERIAL}.${extension}"`;
  return new RequestBytes({
    method: 'POST',
    path: '/api/upload',
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: [
      `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/${extension}\r\n\r\n`,
      bytes,
      `\r\n--${BOUNDARY}--\r\n`,
    ],
  });
}

/** Uploading photos, compared with storing the same bytes and one row with the same durability. */
export const openUploads: OpenWorkload = async (environment) => {
  const bytes = await photo(PHOTO);
  const cairn = await environment.startCairn();
  const ports = await environment.startBaseline('write-baseline', [await environment.makeFolder('baseline')]);
  return {
    name: 'uploads of an 829 KB JPEG',
    clients: 4,
    expectedStatus: 201,
    cairn: { ports: cairn.ports, request: uploadRequest(bytes, cairn.authorization, 'jpg') },
    baselines: [
      {
        name: names[environment.stores],
        threshold: 0.5,
        ports,
        request: new RequestBytes({ method: 'POST', path: '/', body: [bytes] }),
      },
    ],
  };
};
