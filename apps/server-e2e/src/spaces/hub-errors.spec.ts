import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchDocument, operationsOf, type Operation } from '../fuzz/api-document.js';
import { Schemas } from '../fuzz/checks.js';
import { collection, Hub, point, type HubAnswer } from '../features/hub.js';

let server: ServerProcess;
let hub: Hub;
let operations: readonly Operation[];
let schemas: Schemas;

beforeAll(async () => {
  server = await ServerProcess.inMemory();
  hub = new Hub(server);
  const document = await fetchDocument(server.address);
  operations = operationsOf(document);
  schemas = new Schemas(document);
  for (const settings of [{ id: 'kept' }, { id: 'off', active: false }]) await create(settings);
  await hub.put('/spaces/kept', point('a', 11, 47));
  await create({ id: 'closed', readOnly: true });
});

afterAll(() => server.dispose());

const create = (settings: object) =>
  hub.call('/spaces', { method: 'POST', body: { title: 'x', ...settings } });

const feature = { type: 'Feature', id: 'a', geometry: null, properties: {} };

interface Request {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The format of an error, by its type or by its code in the catalogue of XYZ Hub, and the code of this service. */
const shownBy = ({ status, body }: HubAnswer): readonly unknown[] => [
  status,
  body['type'] === 'DetailedErrorResponse' ? body['code'] : body['type'],
  body.errorDetails?.code,
];

/** The schema of the document for the answer to a request. */
const schemaOf = (path: string, { method = 'GET' }: Request, { status }: HubAnswer) => {
  const [address = ''] = path.split('?');
  const asked = /^\/(?:tiles|styles)\//.test(address) ? address : `/hub${address}`;
  const found = operations.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  );
  return found?.responses[String(status)]?.content?.['application/json']?.schema;
};

const post = (body: unknown): Request => ({ method: 'POST', body });
const put = (body: unknown): Request => ({ method: 'PUT', body });
const patch = (body: unknown): Request => ({ method: 'PATCH', body });
const remove: Request = { method: 'DELETE' };
const lines: Request = {
  ...put(`${JSON.stringify(feature)}\n`),
  headers: { 'content-type': 'application/x-ndjson' },
};

type Case = readonly [path: string, request: Request, status: number, format: string, code: string];

const writes: readonly (readonly [path: string, request: Request])[] = [
  ['features', put(feature)],
  ['features', post(collection(feature))],
  ['features', lines],
  ['features/a', put(feature)],
  ['features/a', patch({})],
  ['features/a', remove],
];

const input = 'invalid-input';
const inCatalogue: readonly Case[] = [
  ['/spaces', post({ title: 1 }), 400, 'E318400', input],
  ['/spaces', post({}), 400, 'E318400', input],
  ['/spaces', post([]), 400, 'E318400', input],
  ['/spaces', post({ title: 'x', readOnly: 'yes' }), 400, 'E318400', input],
  ['/spaces/kept', patch({ title: 5 }), 400, 'E318400', input],
  ['/spaces/kept', patch({ id: 'other' }), 400, 'E318402', input],
  ['/spaces/kept/features/a', patch({ ...feature, id: 'other' }), 400, 'E318402', input],
  ['/spaces/kept/features/a', patch({ id: 7 }), 400, 'E318402', input],
  ...[
    'features?id=a&',
    'features/a?',
    'search?',
    'iterate?',
    'bbox?west=0&south=0&east=9&north=9&',
    'tile/quadkey/1?',
    'tile/quadkey/1.mvt?',
    'spatial?lat=1&lon=1&',
    'count?',
    'statistics?',
    'export?',
  ].flatMap((path): readonly Case[] => [
    [`/spaces/kept/${path}context=none`, {}, 400, 'E318403', input],
    [`/spaces/kept/${path}context=super`, {}, 400, 'E318403', input],
  ]),
  ['/tiles/kept/1/1/0.mvt?context=none', {}, 400, 'E318403', input],
  ['/spaces/kept/spatial?context=none', post({ type: 'Point', coordinates: [1, 1] }), 400, 'E318403', input],
  ['/spaces/kept/features?context=none', put(feature), 400, 'E318403', input],
  ['/spaces/kept/features/a?context=none', remove, 400, 'E318403', input],
  ['/spaces/kept/search?versionRef=x..', {}, 400, 'E318404', input],
  ['/spaces/kept/features/a?version=99', {}, 400, 'E318404', input],
  ['/tiles/kept/1/1/0.mvt?version=99', {}, 400, 'E318404', input],
  ['/spaces/kept/features?versionRef=branch', put(feature), 400, 'E318404', input],
  ['/spaces/kept/features/a?versionRef=branch', remove, 400, 'E318404', input],
  ['/spaces/kept/bbox?west=1', {}, 400, 'E318405', input],
  ['/spaces/kept/features', {}, 400, 'E318405', input],
  ['/spaces/kept/spatial?refSpaceId=kept', {}, 400, 'E318405', input],
  ['/spaces/kept/features', remove, 400, 'E318406', input],
  ...writes.flatMap(([path, request]): readonly Case[] => [
    [`/spaces/kept/${path}?context=SUPER`, request, 403, 'E318431', 'context-not-writable'],
    [`/spaces/none/${path}`, request, 404, 'E318441', 'space-not-found'],
    [`/spaces/closed/${path}`, request, 405, 'E318452', 'space-read-only'],
  ]),
  ['/spaces/kept/features?eraseContent=true&context=super', remove, 403, 'E318431', 'context-not-writable'],
  ['/spaces/closed/features?tags=x', remove, 405, 'E318452', 'space-read-only'],
  ...[
    'features?id=a',
    'features/a',
    'search',
    'iterate',
    'bbox?west=0&south=0&east=9&north=9',
    'count',
    'tile/quadkey/1',
    'tile/quadkey/1.mvt',
    'spatial?lat=1&lon=1',
    'statistics',
    'export',
  ].map((path): Case => [`/spaces/none/${path}`, {}, 404, 'E318441', 'space-not-found']),
  ['/tiles/none/1/1/0.mvt', {}, 404, 'E318441', 'space-not-found'],
  ['/tiles/none.json', {}, 404, 'E318441', 'space-not-found'],
  ['/styles/none.json', {}, 404, 'E318441', 'space-not-found'],
  ['/tiles/none.pmtiles', post(undefined), 404, 'E318441', 'space-not-found'],
  ['/tiles/kept.pmtiles', {}, 404, 'E318443', 'archive-not-found'],
];

const ofService: readonly Case[] = [
  ['/spaces/none', {}, 404, 'ErrorResponse', 'space-not-found'],
  ['/spaces/none', patch({ title: 'x' }), 404, 'ErrorResponse', 'space-not-found'],
  ['/spaces/none', remove, 404, 'ErrorResponse', 'space-not-found'],
  ['/spaces/kept/features/none', {}, 404, 'ErrorResponse', 'feature-not-found'],
  ['/spaces/kept/features/none', patch({}), 404, 'ErrorResponse', 'feature-not-found'],
  ['/spaces/kept/features/none', remove, 404, 'ErrorResponse', 'feature-not-found'],
  ['/spaces/kept/spatial?refSpaceId=kept&refFeatureId=x', {}, 404, 'ErrorResponse', 'feature-not-found'],
  ['/spaces', post({ title: 'x', storage: { id: 'x' } }), 404, 'ErrorResponse', 'storage-not-found'],
  ['/spaces', post({ title: 'x', id: 'kept' }), 409, 'ErrorResponse', 'space-exists'],
  ['/spaces', post({ title: 'x', versionsToKeep: 0 }), 400, 'ErrorResponse', input],
  ['/spaces?dryRun=x', post({ title: 'x' }), 400, 'ErrorResponse', input],
  ['/spaces?includeRights=x', {}, 400, 'ErrorResponse', input],
  ['/spaces/kept/features', put('{'), 400, 'ErrorResponse', 'malformed-json'],
  ['/spaces/kept/features?id=a&tags=b', remove, 400, 'ErrorResponse', input],
  ['/spaces/kept/search?limit=0', {}, 400, 'ErrorResponse', input],
  ['/spaces/off/search', {}, 428, 'ErrorResponse', 'space-inactive'],
  ['/spaces/off/features', put(feature), 428, 'ErrorResponse', 'space-inactive'],
];

const ofHttpServer: readonly Case[] = [
  ['/nowhere', {}, 404, 'error', 'not-found'],
  ['/spaces/kept/nowhere', {}, 404, 'error', 'not-found'],
  ['/tiles/kept/nowhere', {}, 404, 'error', 'not-found'],
  ['/spaces', remove, 405, 'error', 'method-not-allowed'],
  ['/spaces', post('{"title":'), 400, 'error', 'malformed-json'],
  ['/spaces/kept', patch(''), 400, 'error', 'malformed-json'],
];

describe('an error of the hub', () => {
  it.each([...inCatalogue, ...ofService, ...ofHttpServer])('%s %j is %i %s %s', async (path, ...expected) => {
    const [request, ...shown] = expected;
    const answer = await hub.call(path, request);
    expect(shownBy(answer)).toEqual(shown);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const { type, code, title, error, statusCode, streamId } = answer.body;
    expect(streamId).toBe(answer.headers.get('stream-id'));
    const schema = schemaOf(path, request, answer);
    if (schema !== undefined) expect(schemas.faults(schema, answer.body)).toEqual([]);
    else expect(['not-found', 'method-not-allowed']).toContain(answer.body.errorDetails?.code);
    if (type === 'DetailedErrorResponse') {
      expect(title).toMatch(/\w/);
      expect(code).toBe(shown[1]);
      expect([answer.body['cause'], typeof answer.body['action']]).toEqual([
        answer.body.errorMessage,
        'string',
      ]);
    }
    if (type === 'error') expect(statusCode).toBe(answer.status);
    else expect(error).toMatch(/^[A-Z]/);
  });

  it('says what the HTTP server of XYZ Hub says', async () => {
    const messageOf = async (path: string, request: Request = {}) =>
      (await hub.call(path, request)).body['message'];
    expect(await messageOf('/nowhere')).toBe('The requested resource does not exist.');
    expect(await messageOf('/spaces', post('{"title": "x",\n "id": "y",\n "a": }'))).toBe(
      'Invalid JSON string: unexpected `}` at line 3, column 7.',
    );
    expect(await messageOf('/spaces/kept', patch(''))).toBe(
      'Invalid JSON string: The body is empty; send JSON.',
    );
  });

  it('keeps every fault, whichever decides its format', async () => {
    const { body } = await hub.call('/spaces/kept/bbox?west=200&south=1');
    expect(body).toMatchObject({ type: 'ErrorResponse' });
    const faults = body.errorDetails?.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
    expect(faults).toEqual(['/west invalid-degrees', '/east required', '/north required']);
  });

  it('where nothing is names no charset, as XYZ Hub does there', async () => {
    const typeOf = async (path: string) => (await hub.call(path)).headers.get('content-type');
    expect(await typeOf('/nowhere')).toBe('application/json');
    expect(await typeOf('/spaces/none')).toBe('application/json; charset=utf-8');
  });

  it('of a write with `context=super` has changed nothing', async () => {
    await hub.call('/spaces/kept/features/a?context=super', remove);
    await hub.call('/spaces/kept/features/a', patch({ id: 'other', properties: { changed: true } }));
    const { status, body } = await hub.call('/spaces/kept/features/a');
    expect([status, body['properties']]).toEqual([200, expect.not.objectContaining({ changed: true })]);
  });

  it('does not come where the ids are the same, or where the one of the address wins', async () => {
    const path = '/spaces/kept/features/7';
    expect((await hub.call(path, put({ ...feature, id: 'other' }))).body).toMatchObject({ id: '7' });
    for (const body of [{ id: 7 }, { id: '7' }, {}])
      expect((await hub.call(path, patch(body))).status).toBe(200);
    for (const context of ['default', 'extension', 'DEFAULT'])
      expect((await hub.call(`${path}?context=${context}`, patch({}))).status).toBe(200);
  });
});
