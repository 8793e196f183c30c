import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Baseline, OpenWorkload } from '../compare.js';
import { headersOf, RequestBytes, SERIAL } from '../load/http-request.js';
import { photo } from './photo.js';

export const SMALL = { width: 800, height: 650, sizeInBytes: 80_000 };
const LARGE = { width: 2725, height: 2225, sizeInBytes: 829_000 };
const RENDERED = { width: 2040, height: 1356, sizeInBytes: 275_000 };
const TINY = { width: 80, height: 65, sizeInBytes: 10_000 };
const CLIENTS = 32;
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
  const bytes = await photo(LARGE);
  const { ports, authorization } = await environment.startCairn();
  const folder = await environment.makeFolder('baseline');
  return {
    name: 'uploads of an 829 KB JPEG',
    clients: 4,
    expectedStatus: 201,
    cairn: { ports, request: uploadRequest(bytes, authorization, 'jpg') },
    baselines: [
      {
        name: environment.stores === 'sqlite+disk' ? 'write, fsync and insert' : 'put and insert',
        threshold: 0.5,
        ports: await environment.startBaseline('baseline', ['write', folder]),
        request: new RequestBytes({ method: 'POST', path: '/', body: [bytes] }),
      },
    ],
  };
};

/** Serving a hosted file, compared with reading and sending the same file with the same headers. */
export const openFiles: OpenWorkload = async (environment) => {
  const bytes = await photo(SMALL);
  // What the photo is padded with is metadata.
  const { server, ports } = await environment.startCairn({ CAIRN_METADATA: 'keep' });
  const { path } = await server.upload({ bytes });
  const headers = headersOf(await server.fetch(path));
  const file = join(environment.folder, 'photo.jpg');
  await writeFile(file, bytes);
  const folder = await environment.makeFolder('baseline');
  const request = new RequestBytes({ method: 'GET', path });
  return {
    name: 'files of 80 KB served',
    clients: CLIENTS,
    expectedStatus: 200,
    cairn: { ports, request },
    baselines: [
      {
        name: environment.stores === 'sqlite+disk' ? 'open, stat, read and send' : 'get and send',
        threshold: 0.6,
        ports: await environment.startBaseline('baseline', ['file', folder, file, ...headers]),
        request,
      },
      {
        name: 'send from memory',
        ports: await environment.startBaseline('baseline', ['buffer', file, ...headers]),
        request,
      },
    ],
  };
};

/**
 * Serving a file that is stored whole, of which a third is cut out, compared with the same bytes stored as they are served.
 * @param cache Whether files are kept in memory, in megabytes: without it each is read and cut anew.
 */
export const openHiddenFiles =
  (cache?: '0'): OpenWorkload =>
  async (environment) => {
    const { server, ports } = await environment.startCairn(
      cache === undefined ? {} : { CAIRN_FILE_CACHE: cache },
    );
    const bytes = await photo(SMALL);
    const request = async (metadata: string): Promise<RequestBytes> =>
      new RequestBytes({ method: 'GET', path: (await server.upload({ bytes, metadata })).path });
    return {
      name: `files with hidden metadata${cache === undefined ? '' : ', without a cache'}`,
      clients: CLIENTS,
      expectedStatus: 200,
      cairn: { ports, request: await request('hide') },
      baselines: [
        { name: 'files stored as they are served', threshold: 0.8, ports, request: await request('remove') },
      ],
    };
  };

/** An image that is asked for again and again, compared with its bytes in memory. */
export const openHotImage: OpenWorkload = async (environment) => {
  const { server, ports } = await environment.startCairn();
  const path = `${(await server.upload({ bytes: await photo(RENDERED) })).path}?w=960&h=960&q=85`;
  const answer = await server.fetch(path);
  const headers = headersOf(answer);
  const file = join(environment.folder, 'photo.jpg');
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const request = new RequestBytes({ method: 'GET', path });
  return {
    name: 'one rendered image',
    clients: CLIENTS,
    expectedStatus: 200,
    cairn: { ports, request },
    baselines: [
      {
        name: 'send from memory',
        threshold: 0.85,
        ports: await environment.startBaseline('baseline', ['buffer', file, ...headers]),
        request,
      },
    ],
  };
};

/** Answering 304, compared with answering it without a lookup and, on PostgreSQL, with a lookup. */
export const openNotModified: OpenWorkload = async (environment) => {
  const { server, ports } = await environment.startCairn();
  const { path } = await server.upload({ bytes: await photo(SMALL) });
  const { headers } = await server.fetch(path, { method: 'HEAD' });
  const validator = { 'If-None-Match': headers.get('etag') ?? '' };
  const given = headersOf(await server.fetch(path, { headers: validator }));
  const request = new RequestBytes({ method: 'GET', path, headers: validator });
  const baselines: Baseline[] = [
    {
      name: 'answer 304',
      threshold: 0.6,
      ports: await environment.startBaseline('baseline', ['not-modified', '.', ...given]),
      request,
    },
  ];
  if (environment.stores === 'postgres+s3') {
    const folder = await environment.makeFolder('baseline');
    baselines.push({
      name: 'select and answer 304',
      ports: await environment.startBaseline('baseline', ['unchanged', folder, path, ...given]),
      request,
    });
  }
  return { name: '304s', clients: CLIENTS, expectedStatus: 304, cairn: { ports, request }, baselines };
};

/** Reading an image record, compared with selecting a row by its key. */
export const openRecords: OpenWorkload = async (environment) => {
  const { server, ports, authorization } = await environment.startCairn();
  const { id } = await server.upload({ bytes: await photo(TINY) });
  const request = new RequestBytes({ method: 'GET', path: `/api/images/${id}`, headers: authorization });
  const folder = await environment.makeFolder('baseline');
  return {
    name: 'records read',
    clients: CLIENTS,
    expectedStatus: 200,
    cairn: { ports, request },
    baselines: [
      {
        name: 'select',
        ports: await environment.startBaseline('baseline', ['record', folder, id]),
        request,
      },
    ],
  };
};
