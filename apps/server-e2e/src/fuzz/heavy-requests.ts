import { fixtures } from '@cairn/testkit';
import type { Operation } from './api-document.js';
import { runsOf, separators } from './long-runs.js';
import { percentEncode } from './naughty-strings.js';
import type { FuzzRequest } from './requests.js';

const IN_ADDRESS = 3_500; // of 8,192, and percent-encoded
const IN_HEADER = 7_000;
const IN_FIELD = 63 * 1024;
const IN_JSON = 63 * 1024;

const headers = [
  'content-type',
  'authorization',
  'range',
  'if-none-match',
  'accept',
  'accept-encoding',
  'cookie',
];

/** For every separator, requests with a long run of it in each text; headers take turns. */
export function heavyRequests(operations: readonly Operation[], key: string): readonly FuzzRequest[] {
  const authorization = `Bearer ${key}`;
  const to = (id: string, more: Partial<FuzzRequest>): readonly FuzzRequest[] =>
    operations
      .filter(({ operationId }) => operationId === id)
      .map((operation) => ({
        operation,
        method: operation.method,
        target: operation.path,
        mustFail: false,
        ...more,
        headers: { authorization, ...more.headers },
      }));
  return separators.flatMap((separator, index) => {
    const run = (length: number): string => runsOf(separator, length)[index % 3] ?? '';
    const address = percentEncode(run(IN_ADDRESS)).slice(0, IN_ADDRESS);
    const header = { [headers[index % headers.length] ?? '']: run(IN_HEADER) };
    const text = run(IN_JSON);
    return [
      ...to('getFile', { target: `/cdn/${address}` }),
      ...to('listImagesByTag', { target: `/api/tags/${address}/images` }),
      ...to('listSpaces', { target: `/hub/spaces?owner=${address}&cursor=${address}` }),
      ...(/^[\t\x20-\x7e]+$/.test(run(IN_HEADER)) ? to('listKeys', { headers: header }) : []),
      ...runsOf(separator, IN_FIELD).flatMap((field) => to('uploadImage', formOf(field))),
      ...to('createSpace', jsonOf({ title: text, description: text })),
      ...to('createKey', jsonOf({ name: text, scopes: [text] })),
    ];
  });
}

/** A form with the run as its path, as three `tags` fields, and as its file name, cut to the limit of a header. */
function formOf(run: string): Partial<FuzzRequest> {
  const field = (name: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${run}\r\n`;
  const name = run.slice(0, IN_HEADER).replaceAll(/["\r\n]/g, '');
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const fields = field('path') + field('tags').repeat(3);
  const body = Buffer.concat([Buffer.from(fields + file), fixtures.png.bytes, Buffer.from('\r\n--b--\r\n')]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}

function jsonOf(value: unknown): Partial<FuzzRequest> {
  return { body: Buffer.from(JSON.stringify(value)), headers: { 'content-type': 'application/json' } };
}
