import { IN_MEMORY, ServerProcess, until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readResponse, dial, logged, send, type RawResponse } from '../support/raw-connection.js';

let server: ServerProcess;
const answered: { readonly requestId: string; readonly status: number }[] = [];

beforeAll(async () => {
  server = await ServerProcess.start({ env: IN_MEMORY });
});
afterAll(() => server.dispose());

const head = 'POST /api/keys HTTP/1.1\r\nHost: x\r\n';

/** Checks the whole response. Returns the request id, which must also be in the log. */
function refused({ status, headers, text }: RawResponse, expected: number, code: string): string {
  const id = headers.get('x-request-id') ?? '';
  expect([status, headers.get('content-type'), headers.get('connection')]).toEqual([
    expected,
    'application/problem+json',
    'close',
  ]);
  expect(JSON.parse(text)).toMatchObject({ status: expected, code, requestId: id });
  return id;
}

describe('a request that Node’s parser rejects', () => {
  it.each([
    ['a method that is none', 'G@T / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['a version that is none', 'GET / HTTP/1.2\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`, 400, 'malformed-request'],
    [
      'Content-Length with chunked',
      `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'malformed-request',
    ],
    ['headers above 16 KiB', `${head}A: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['an address above 16 KiB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n`, 414, 'address-too-long'],
    ['a chunk that is none', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'malformed-request'],
    ['an unknown expectation', `${head}Expect: a-surprise\r\n\r\n`, 417, 'unknown-expectation'],
    ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 405, 'method-not-allowed'],
    [
      'another coding with chunked',
      `${head}Transfer-Encoding: gzip, chunked\r\n\r\n`,
      501,
      'unknown-transfer-encoding',
    ],
    ['a coding alone', `${head}Transfer-Encoding: gzip\r\n\r\n`, 501, 'unknown-transfer-encoding'],
    ['a coding last', `${head}Transfer-Encoding: chunked, gzip\r\n\r\n`, 501, 'unknown-transfer-encoding'],
  ])('gets a problem document with a request id: %s', async (_, bytes, status, code) => {
    const id = refused(await send(server, bytes), status, code);
    answered.push({ requestId: id, status });
  });

  it('is logged, and not as an error of the server', async () => {
    const missing = (): unknown[] => {
      const lines = logged(server);
      return answered.filter(
        ({ requestId, status }) =>
          !lines.some((line) => line.requestId === requestId && line.status === status),
      );
    };
    expect(answered).toHaveLength(12);
    await until('all are in the log', () => missing().length === 0);
    expect(server.output()).not.toContain('"level":"error"');
  });

  it('is answered after the pipelined requests before it', async () => {
    const { all } = await send(server, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n');
    expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('is answered if the client half-closes the connection midway, because it may still read', async () => {
    const socket = await dial(server);
    socket.end('GET / HTTP/1.1\r\nHos');
    refused(await readResponse(socket), 400, 'malformed-request');
  });
});
