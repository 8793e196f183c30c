import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { decodedBytes } from './decoded-bytes.js';

const MEBIBYTE = 1024 * 1024;
const long = Buffer.alloc(2 * MEBIBYTE, ' ');

function request(body: Uint8Array, encoding: string): IncomingMessage {
  const headers = { 'content-encoding': encoding };
  return Object.assign(new PassThrough({ highWaterMark: MEBIBYTE }).end(body), {
    headers,
    complete: true,
  }) as never;
}

async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of bytes) length += chunk.length;
  return length;
}

describe('a long body', () => {
  it('may not become too many times as long when it is decompressed', async () => {
    for (const [encoding, body] of [
      ['gzip', gzipSync(long)],
      ['br', brotliCompressSync(long)],
    ] as const)
      await expect(lengthOf(decodedBytes(request(body, encoding)))).rejects.toMatchObject({
        status: 413,
        code: 'body-too-dense',
      });
  });

  it('is read otherwise, as is a short one however dense', async () => {
    expect(await lengthOf(decodedBytes(request(long, 'identity')))).toBe(long.length);
    const short = gzipSync(long.subarray(0, MEBIBYTE / 16));
    expect(await lengthOf(decodedBytes(request(short, 'GZIP')))).toBe(MEBIBYTE / 16);
  });
});

it.each(['compress', '__proto__', 'constructor'])('a body in the compression %s is refused', (encoding) => {
  expect(() => decodedBytes(request(Buffer.from('{}'), encoding))).toThrow(
    expect.objectContaining({ status: 415, code: 'unsupported-media-type' }),
  );
});
