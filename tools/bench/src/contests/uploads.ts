import { photo } from '../pictures/photo.js';
import { RequestBytes, SERIAL } from '../load/http-request.js';
import type { OpenContest } from './contest.js';

const PHOTO = { width: 2725, height: 2225, sizeInBytes: 829_000 };
const BOUNDARY = 'cairn-bench-boundary';

/** A form with the picture in it, under a name of its own each time. */
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

/** Taking photos in, beside writing the same bytes and a row just as durably. */
export const openUploads: OpenContest = async (workbench) => {
  const bytes = await photo(PHOTO);
  const cairn = await workbench.startCairn();
  const port = await workbench.startLimit('write-limit', [await workbench.makeFolder('limit')]);
  return {
    name: 'uploads of an 829 KB JPEG',
    clients: 4,
    expectedStatus: 201,
    cairn: { port: cairn.port, request: uploadRequest(bytes, cairn.authorization, 'jpg') },
    limits: [
      {
        name: 'write, fsync and insert',
        bar: 0.5,
        port,
        request: new RequestBytes({ method: 'POST', path: '/', body: [bytes] }),
      },
    ],
  };
};
