import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readResponse } from './stored-objects.js';

let headers: OutgoingHttpHeaders = {};
let body = '';
const server = createServer((_, response) => {
  response.writeHead(206, headers);
  response.write(body);
  response.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');

afterAll(() => void server.close());

async function answer(given: {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}): Promise<string> {
  ({ headers, body } = given);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ];
  const piece = await readResponse(response, { start: 2, length: 4 });
  return `${Buffer.from(piece.bytes).toString()} of ${piece.totalBytes}`;
}

describe('an answer to four bytes from the second on', () => {
  it('is taken when it is these, or as many of them as there are', async () => {
    expect(await answer({ headers: { 'content-range': 'bytes 2-5/9' }, body: 'abcd' })).toBe('abcd of 9');
    expect(await answer({ headers: { 'content-range': 'bytes 2-4/5' }, body: 'abc' })).toBe('abc of 5');
  });

  it.each([
    ['others as many', 'bytes 3-6/9', 'abcd'],
    ['fewer than there are', 'bytes 2-3/9', 'ab'],
    ['more', 'bytes 2-6/9', 'abcde'],
    ['fewer than it says itself', 'bytes 2-5/9', 'abc'],
    ['more than it says itself', 'bytes 2-5/9', 'abcde'],
    ['of nobody knows how many', 'bytes 2-5/*', 'abcd'],
    ['of nobody knows where', undefined, 'abcd'],
  ])('is an error when it is %s', async (_, range, given) => {
    const stated = range === undefined ? {} : { 'content-range': range };
    await expect(answer({ headers: stated, body: given })).rejects.toThrow(/^The store g/);
  });
});
