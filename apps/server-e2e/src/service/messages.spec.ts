import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.inMemory();
});

afterAll(() => server.dispose());

const json = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
});
const file = (bytes: Uint8Array) => ({ method: 'POST', body: uploadForm({ bytes }) });
const cut = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, -40); // more than the marker of the end

describe('an error says what to change:', () => {
  it.each([
    ['/hub/spaces', json('{}'), 400, '`title` is missing.'],
    ['/hub/spaces', json('{"title": 1}'), 400, '`title` must be a string.'],
    ['/hub/spaces', json('{"title": "x",\n "id": "y",\n "a": }'), 400, 'unexpected `}` at line 3, column 7.'],
    ['/hub/spaces', json(''), 400, 'The body is empty; send JSON.'],
    ['/api/keys?limit=0', {}, 400, '`limit` must be a whole number from 1 to 1000.'],
    ['/api/keys?limit=many', {}, 400, '`limit` must be a whole number from 1 to 1000.'],
    ['/api/keys', json('{"name": "x", "scopes": ["x"], "a": 1}'), 400, '`a` is not a known field.'],
    ['/api/keys', json('{"name": "x", "expiresAt": "noon"}'), 400, '`scopes` is missing.'],
    ['/api/upload', { method: 'POST', body: new FormData() }, 400, '`file` is missing'],
    [
      '/api/upload',
      { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      400,
      'The form has no boundary; let your client set `Content-Type`.',
    ],
    ['/api/upload', file(new Uint8Array()), 415, 'The file is empty.'],
    ['/api/upload', file(cut(fixtures.png.bytes)), 422, 'the file is cut short.'],
    ['/api/upload', file(cut(fixtures.jpeg.bytes)), 422, 'the file is cut short.'],
    ['/api/upload', file(fixtures.jpeg.bytes.subarray(0, 40)), 422, 'the file is cut short or its header'],
  ])('%s %# %j', async (path, request, status, words) => {
    const response = await server.fetch(path, request);
    const { detail, errorMessage, message } = (await response.json()) as Record<string, string>;
    expect([response.status, detail ?? errorMessage ?? message]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
  });
});
