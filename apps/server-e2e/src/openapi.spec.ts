import { hubErrorOf } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchDocument, operationsOf, type ApiDocument, type Operation } from './fuzz/api-document.js';
import { Schemas } from './fuzz/schemas.js';
import { openApiShape } from './support/openapi-shape.js';

/** What the errors of the image and key API and those of the spaces API show of themselves. */
interface Shown {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string }[];
  readonly error?: string;
  readonly errorMessage?: string;
  readonly errorDetails?: {
    readonly code: string;
    readonly errors?: readonly { readonly pointer: string }[];
  };
}

let server: ServerProcess;
let document: ApiDocument;
let operations: readonly Operation[];
let schemas: Schemas;

beforeAll(async () => {
  server = await ServerProcess.start({ env: { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' } });
  document = await fetchDocument(server.address);
  operations = operationsOf(document);
  schemas = new Schemas(document);
});

afterAll(() => server.dispose());

/** What `find` finds in each operation, under the operation's name. */
const inOperations = (find: (operation: Operation) => readonly string[]): readonly string[] =>
  operations.flatMap((operation) => find(operation).map((found) => `${operation.operationId} ${found}`));

describe('the document', () => {
  it('has the structure of OpenAPI 3.1', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(openApiShape);
    validate(document);
    expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual(
      [],
    );
  });

  it('names each operation once', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
  });

  it('explains every operation, parameter, header and answer', () => {
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

  it('shows an example of every body, and each fits its schema', () => {
    const bodies = ({ requestBody, responses }: Operation) => [
      ...Object.entries(requestBody?.content ?? {}).map(
        ([type, content]) => [`request ${type}`, content] as const,
      ),
      ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, shown]) => [`${status} ${type}`, shown] as const),
      ),
    ];
    const wrong = inOperations((operation) =>
      bodies(operation).flatMap(([name, { schema, example }]) =>
        example === undefined
          ? [`${name} has no example`]
          : schemas.faults(schema, example).map((fault) => `${name} ${fault}`),
      ),
    );
    expect(wrong).toEqual([]);
    expect(operations.flatMap(bodies).length).toBeGreaterThan(100);
  });

  it('shows for every status of an error one that has this status', () => {
    const shown = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Number(status) < 400 || operationId === 'getReadiness'
          ? []
          : Object.values(content).map(({ example }) => ({ operationId, status, example: example as Shown })),
      ),
    );
    const wrong = shown.filter(({ status, example }) => {
      const { type, title = '', code = '', errorDetails } = example;
      if (type === 'ErrorResponse')
        return example.error !== hubErrorOf(Number(status)) || !errorDetails?.code;
      const words = code.replaceAll('-', ' ');
      return (
        example.status !== Number(status) ||
        type !== `urn:cairn:problem:${code}` ||
        title.toLowerCase() !== words
      );
    });
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(100);
    const statusesOf = new Map<unknown, Set<string>>();
    for (const { status, example } of shown) {
      const code = example.code ?? example.errorDetails?.code;
      statusesOf.set(code, new Set(statusesOf.get(code)).add(status));
    }
    expect([...statusesOf].filter(([, statuses]) => statuses.size > 1)).toEqual([]);
  });

  it('shows with every invalid input which field it is, and one that the operation has', () => {
    const strange = inOperations(({ responses, parameters = [], requestBody }) => {
      const { errors, errorDetails } = (Object.values(responses['400']?.content ?? {})[0]?.example ??
        {}) as Shown;
      const bodies = Object.values(requestBody?.content ?? {});
      const fields = [
        ...parameters.map(({ name }) => name),
        ...bodies.flatMap(({ schema }) => Object.keys(schema['properties'] ?? {})),
      ];
      return (errors ?? errorDetails?.errors ?? [])
        .map(({ pointer }) => pointer.slice(1))
        .filter((field) => !fields.includes(field));
    });
    expect(strange).toEqual([]);
  });

  it('gives every error a body with a schema, and every answer that is JSON', () => {
    const bare = inOperations(({ method, tags, responses }) =>
      Object.entries(responses)
        .filter(
          ([status, { content }]) =>
            content === undefined && !['204', '304'].includes(status) && method !== 'HEAD',
        )
        .filter(([status]) => Number(status) >= 400 || !tags?.includes('Hosted files'))
        .map(([status]) => status),
    );
    expect(bare).toEqual(['getDocs 200']);
  });

  it('says of every error what the API it belongs to says of errors', () => {
    const other = inOperations(({ path, responses }) => {
      const [type, schema] = path.startsWith('/hub')
        ? ['application/json', '#/components/schemas/ErrorResponse']
        : ['application/problem+json', '#/components/schemas/Problem'];
      return Object.entries(responses)
        .filter(
          ([status, { content }]) =>
            Number(status) >= 400 && content !== undefined && content[type]?.schema['$ref'] !== schema,
        )
        .map(([status]) => status);
    });
    expect(other).toEqual(['getReadiness 503']);
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

  it('tells what is not there from what is not found', async () => {
    const codes: unknown[] = [];
    for (const path of ['/api/images/none', '/api/accounts/none', '/cdn/none.jpg', '/api/nowhere']) {
      codes.push(((await (await server.fetch(path)).json()) as { code: string }).code);
    }
    expect(codes).toEqual(['image-not-found', 'account-not-found', 'file-not-found', 'not-found']);
  });

  it('serves no other method where operations are, and names those it serves', async () => {
    const wrong: string[] = [];
    for (const path of Object.keys(document.paths)) {
      const here = operations.filter((operation) => operation.path === path);
      const served = here.map(({ method }) => method);
      const implied = served.includes('GET') ? ['HEAD', ...(path.startsWith('/cdn') ? ['OPTIONS'] : [])] : [];
      const allowed = [...new Set([...served, ...implied])];
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (other) => !served.includes(other),
      )) {
        const [first] = here;
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

  it('has operations only where the document does', async () => {
    const known = Object.keys(document.paths).map(
      (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    );
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

  it('says what the document shows of a missing key, a thing that is not there and a wrong limit', async () => {
    const told = ({ instance, requestId, streamId, ...rest }: Record<string, unknown>) => rest;
    const said: unknown[] = [];
    const shown: unknown[] = [];
    for (const operation of operations.filter(({ method }) => method !== 'HEAD')) {
      const { method, parameters = [], responses, security = [] } = operation;
      const asked = [
        ...(security.length === 1 ? [{ status: '401', query: '', key: null }] : []),
        ...(parameters.some(({ name }) => name === 'limit') ? [{ status: '400', query: '?limit=0' }] : []),
        ...(responses['404'] && !responses['413'] ? [{ status: '404', query: '' }] : []),
      ];
      for (const { status, query, ...init } of asked) {
        const answer = await server.fetch(target(operation) + query, { method, ...init });
        said.push(told((await answer.json()) as Record<string, unknown>));
        const [content] = Object.values(responses[status]?.content ?? {});
        shown.push(told(content?.example as Record<string, unknown>));
      }
    }
    expect(said).toEqual(shown);
    expect(said.length).toBeGreaterThan(20);
  });

  it('answers the examples as the document says', async () => {
    const file = new File([Uint8Array.from(fixtures.jpeg.bytes)], 'lake.jpg');
    const wrong: string[] = [];
    for (const operation of operations.filter(({ requestBody }) => requestBody !== undefined)) {
      const { operationId, method, requestBody, responses } = operation;
      const [[type, { example }] = ['', { example: undefined }]] = Object.entries(requestBody?.content ?? {});
      const form = new FormData();
      for (const [name, value] of Object.entries(example ?? {}))
        form.set(name, name === 'file' ? file : String(value));
      const sent =
        type === 'application/json'
          ? { body: JSON.stringify(example), headers: { 'content-type': type } }
          : { body: form };
      const answer = await server.fetch(target(operation), { method, ...sent });
      const schema = responses[String(answer.status)]?.content?.['application/json']?.schema;
      const body: unknown = await answer.json();
      const missing = answer.status === 404 && operation.path.includes('{');
      if (!missing && (!answer.ok || schema === undefined))
        wrong.push(`${operationId} ${answer.status} ${JSON.stringify(body)}`);
      if (schema !== undefined)
        wrong.push(...schemas.faults(schema, body).map((fault) => `${operationId} ${fault}`));
    }
    expect(wrong).toEqual([]);
  });
});
