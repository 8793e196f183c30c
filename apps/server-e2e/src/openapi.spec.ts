import { ServerProcess } from '@cairn/harness';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fetchDocument,
  operationsOf,
  type ApiDocument,
  type Operation,
  type Schema,
} from './fuzz/api-document.js';
import { openApiShape } from './support/openapi-shape.js';

let server: ServerProcess;
let document: ApiDocument;
let operations: readonly Operation[];

beforeAll(async () => {
  server = await ServerProcess.inMemory();
  document = await fetchDocument(server.address);
  operations = operationsOf(document);
});

afterAll(() => server.dispose());

/** The results of `find` for each operation, prefixed with the operation's id. */
const inOperations = (find: (operation: Operation) => readonly string[]): readonly string[] =>
  operations.flatMap((operation) => find(operation).map((found) => `${operation.operationId} ${found}`));

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

describe('the OpenAPI document', () => {
  it('has the structure of OpenAPI 3.1', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(openApiShape);
    validate(document);
    expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual(
      [],
    );
  });

  it('has unique operation ids', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes every operation, parameter, header and response', () => {
    const unexplained = inOperations(({ summary, tags = [], parameters = [], responses }) => [
      ...(summary ? [] : ['summary']),
      ...(tags.length > 0 ? [] : ['tags']),
      ...parameters.filter(({ description }) => !description).map(({ name }) => name),
      ...Object.entries(responses).flatMap(([status, { description, headers = {} }]) => [
        ...(description ? [] : [status]),
        ...Object.entries(headers)
          .filter(([, header]) => !header.description || !header.schema)
          .map(([name]) => `${status} ${name}`),
      ]),
    ]);
    expect(unexplained).toEqual([]);
  });

  it('declares exactly the parameters that each path has', () => {
    const different = inOperations(({ path, parameters = [] }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters
        .filter((parameter) => parameter.in === 'path' && parameter.required)
        .map(({ name }) => name);
      return inPath.join() === declared.join() ? [] : [path];
    });
    expect(different).toEqual([]);
  });

  it('has a schema for every error and every JSON response', () => {
    const bare = inOperations(({ method, tags, responses }) =>
      Object.entries(responses)
        .filter(
          ([status, { content }]) =>
            content === undefined && !['204', '304'].includes(status) && method !== 'HEAD',
        )
        .filter(([status]) => Number(status) >= 400 || !tags?.includes('Hosted files'))
        .map(([status]) => status),
    );
    expect(bare).toEqual([
      'getSharedPage 303',
      'unlockSharedPage 303',
      'uploadSharedPage 303',
      'unlockMapPage 303',
      'completeIdentitySignIn 303',
      'getDocs 200',
    ]);
  });

  it('describes every error in the format of its API', () => {
    const other = inOperations(({ path, responses }) => {
      const hub = ['ErrorResponse', 'DetailedErrorResponse', 'HttpErrorResponse'];
      const [type, formats] = /^\/(?:hub|tiles|styles)/.test(path)
        ? ['application/json', hub]
        : ['application/problem+json', ['Problem']];
      const known = formats.map((name) => `#/components/schemas/${name}`);
      const refsOf = (schema: Schema = {}): readonly unknown[] =>
        ((schema['anyOf'] ?? [schema]) as readonly Schema[]).map(({ $ref }) => $ref);
      return Object.entries(responses)
        .filter(
          ([status, { content }]) =>
            Number(status) >= 400 &&
            content !== undefined &&
            content['text/html'] === undefined && // a page for people
            !refsOf(content[type]?.schema).every((ref) => known.includes(String(ref))),
        )
        .map(([status]) => status);
    });
    expect(other).toEqual(['getReadiness 503']);
  });

  it('lists the formats that errors of the spaces API have by their status', () => {
    const formats = (id: string): Readonly<Record<string, string>> => {
      const { responses = {} } = operations.find(({ operationId }) => operationId === id) ?? {};
      const names = (schema: Schema | undefined): string =>
        ((schema?.['anyOf'] ?? [schema]) as readonly Schema[])
          .map(({ $ref }) => String($ref).replace(/^.*\//, ''))
          .join(' ');
      return Object.fromEntries(
        Object.entries(responses).flatMap(([status, { content }]) =>
          Number(status) >= 400 ? [[status, names(content?.['application/json']?.schema)]] : [],
        ),
      );
    };
    const [service, catalogue, http] = ['ErrorResponse', 'DetailedErrorResponse', 'HttpErrorResponse'];
    const both = `${service} ${catalogue}`;
    expect(formats('createSpace')).toMatchObject({ 400: `${both} ${http}`, 404: service, 500: http });
    expect(formats('getSpace')).toMatchObject({ 400: service, 401: http, 403: service, 404: service });
    expect(formats('searchFeatures')).toMatchObject({ 400: both, 404: catalogue, 428: service });
    expect(formats('patchFeature')).toMatchObject({ 400: both, 403: both, 404: both, 405: catalogue });
    expect(formats('getTileArchive')).toMatchObject({ 400: service, 404: catalogue });
  });
});

describe('the service', () => {
  const target = ({ path, parameters = [] }: Operation): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      String(parameters.find((parameter) => parameter.name === name)?.example),
    );

  it('serves every operation of the document', async () => {
    const unserved: string[] = [];
    for (const operation of operations) {
      const { method, operationId, responses } = operation;
      const { status, headers } = await server.fetch(target(operation), { method, redirect: 'manual' });
      const fallback = status === 405 || (status === 404 && responses['404'] === undefined);
      if (fallback || responses[String(status)] === undefined) unserved.push(`${operationId} ${status}`);
      if (!headers.has('x-request-id')) unserved.push(`${operationId} has no X-Request-Id`);
    }
    expect(unserved).toEqual([]);
  });

  it('answers unknown paths and unknown resources with different codes', async () => {
    const codes: unknown[] = [];
    for (const path of ['/api/images/none', '/api/accounts/none', '/cdn/none.jpg', '/api/nowhere']) {
      codes.push(((await (await server.fetch(path)).json()) as { code: string }).code);
    }
    expect(codes).toEqual(['image-not-found', 'account-not-found', 'file-not-found', 'not-found']);
  });

  it('answers other methods with 405 and Allow', async () => {
    const wrong: string[] = [];
    for (const path of Object.keys(document.paths)) {
      // `/api/invites/accept` is one of the addresses of `/api/invites/{id}` too.
      const here = operations.filter((operation) => patternOf(operation.path).test(path));
      const served = here.map(({ method }) => method);
      const implied = served.includes('GET') ? ['HEAD', ...(path.startsWith('/cdn') ? ['OPTIONS'] : [])] : [];
      const allowed = [...new Set([...served, ...implied])];
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (other) => !served.includes(other),
      )) {
        const first = here.find((operation) => operation.path === path);
        const { status, headers } = await server.fetch(first === undefined ? path : target(first), {
          method,
        });
        const named = (headers.get('allow') ?? '').split(', ').sort();
        if (status !== 405 || named.join() !== allowed.sort().join())
          wrong.push(`${method} ${path} ${status} ${named.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has no operations that the document does not list', async () => {
    const known = Object.keys(document.paths).map(patternOf);
    const guesses = [
      '/api',
      '/api/images',
      '/api/tags',
      '/api/tags/x',
      '/api/upload/x',
      '/api/users',
      '/api/health',
      '/api/keys/x/y',
      '/api/spaces',
    ];
    const others = [
      '/health',
      '/metrics',
      '/admin',
      '/swagger',
      '/api-docs',
      '/docs-json',
      '/hub/spaces/x/features',
      '/hub/connectors',
      '/hub/admin',
      '/graphql',
      '/.env',
    ];
    for (const path of [...guesses, ...others].filter(
      (guess) => !known.some((pattern) => pattern.test(guess)),
    )) {
      for (const method of ['GET', 'POST', 'DELETE'])
        expect([path, method, (await server.fetch(path, { method })).status]).toEqual([path, method, 404]);
    }
  });
});
