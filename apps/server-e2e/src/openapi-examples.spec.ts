import { hubErrorOf } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchDocument, operationsOf, type Operation } from './fuzz/api-document.js';
import { Schemas } from './fuzz/checks.js';

/** The members of errors of the image and key API, and of the spaces API. */
interface Shown {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly statusCode?: number;
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
let operations: readonly Operation[];
let schemas: Schemas;

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_IMPORTS: 'on' });
  const document = await fetchDocument(server.address);
  operations = operationsOf(document);
  schemas = new Schemas(document);
});

afterAll(() => server.dispose());

/** The results of `find` for each operation, prefixed with the operation's id. */
const inOperations = (find: (operation: Operation) => readonly string[]): readonly string[] =>
  operations.flatMap((operation) => find(operation).map((found) => `${operation.operationId} ${found}`));

/** The space of the example is not there: photo-spaces.spec.ts has one that is. */
const needsSpace = [
  'giveGrant',
  'putPhotoSpace',
  'createLink', // an album
];

/**
 * The example cannot have the password, the session or the token of anyone: sessions.spec.ts, activity.spec.ts and
 * identities.spec.ts have these.
 */
const needsSecret = [
  'unlockSharedPage',
  'unlockMapPage',
  'uploadSharedPage',
  'setUp',
  'signIn',
  'checkInvite',
  'acceptInvite',
  'checkPasswordReset',
  'resetPassword',
  'changePassword',
  'patchSession',
  'markActivitySeen',
  'startIdentitySignIn',
  'startIdentityLink',
  'signInByPasskey',
  'addPasskey',
];

/** Bytes have no example. It has what the examples of parameters say of it. */
const A_FILE = 'number;east;north\nT1;2600072;1200147\n';

/** There is a job of the example, and what the ground consists of; these name what they are about in the query. */
const isThere = [
  'retryJob',
  ...['getGroundGlyphs', 'getGroundFont', 'getGroundSpriteIndex', 'getGroundSprite'],
  ...['listGrants', 'explainAccess', 'getMetrics'],
];

/** The body with a space that there is, in place of that of the example. */
const withSpace = ({ operationId }: Operation, body: string, space: string): string =>
  operationId === 'createMap' ? body.replace(/"space":"[^"]*"/, `"space":"${space}"`) : body;

type Security = NonNullable<Operation['security']>;
const needsCredential = (security: Security): boolean =>
  security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
const takesKey = (security: Security): boolean =>
  security.length === 0 || security.some((scheme) => 'apiKey' in scheme || Object.keys(scheme).length === 0);

describe('the examples in the OpenAPI document', () => {
  /** The address with the examples of its parameters, in the path and in the query. */
  const target = ({ path, parameters = [] }: Operation): string => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      String(parameters.find((parameter) => parameter.name === name)?.example),
    );
    const query = parameters.filter(
      (parameter) => parameter.in === 'query' && parameter.example !== undefined,
    );
    return `${filled}?${query.map(({ name, example }) => `${name}=${String(example)}`).join('&')}`;
  };

  it('exist for every body and match their schemas', () => {
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
        schema === undefined
          ? []
          : example === undefined
            ? [`${name} has no example`]
            : schemas.faults(schema, example).map((fault) => `${name} ${fault}`),
      ),
    );
    expect(wrong).toEqual([]);
    expect(operations.flatMap(bodies).length).toBeGreaterThan(100);
  });

  it('of errors have the status of their response', () => {
    const shown = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Number(status) < 400 || operationId === 'getReadiness'
          ? []
          : Object.entries(content)
              .filter(([type]) => type !== 'text/html')
              .map(([, { example }]) => ({ operationId, status, example: example as Shown })),
      ),
    );
    const wrong = shown.filter(({ status, example }) => {
      const { type, title = '', code = '', errorDetails } = example;
      if (type === 'error') return example.statusCode !== Number(status);
      if (type === 'ErrorResponse' || type === 'DetailedErrorResponse')
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
      const code = example.errorDetails?.code ?? example.code;
      statusesOf.set(code, new Set(statusesOf.get(code)).add(status));
    }
    expect([...statusesOf].filter(([, statuses]) => statuses.size > 1)).toEqual([]);
  });

  it('of invalid input name a field of the operation', () => {
    const strange = inOperations(({ responses, parameters = [], requestBody }) => {
      const { errors, errorDetails } = (Object.values(responses['400']?.content ?? {})[0]?.example ??
        {}) as Shown;
      const bodies = Object.values(requestBody?.content ?? {});
      const fields = [
        ...parameters.map(({ name }) => name),
        ...bodies.flatMap(({ schema }) => Object.keys(schema?.['properties'] ?? {})),
      ];
      return (errors ?? errorDetails?.errors ?? [])
        .map(({ pointer }) => pointer.slice(1))
        .filter((field) => !fields.includes(field));
    });
    expect(strange).toEqual(['exportMap layers/2']); // a layer of the map, which has too many features for a file
  });

  it('equal the real errors for a missing key, an unknown resource and an invalid limit', async () => {
    const told = ({ instance, requestId, streamId, ...rest }: Record<string, unknown>) => rest;
    const said: unknown[] = [];
    const shown: unknown[] = [];
    const isOfLink = ({ path }: { readonly path: string }): boolean => /^\/(a|m|api\/shared)\//.test(path);
    for (const operation of operations.filter((each) => each.method !== 'HEAD' && !isOfLink(each))) {
      const { operationId, method, parameters = [], responses, security = [] } = operation;
      const asked = [
        ...(needsCredential(security) ? [{ status: '401', query: '', key: null }] : []),
        ...(parameters.some(({ name }) => name === 'limit') ? [{ status: '400', query: '&limit=0' }] : []),
        ...(responses['404'] && !responses['413'] && takesKey(security) && !isThere.includes(operationId)
          ? [{ status: '404', query: '' }]
          : []),
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

  it('are accepted by the service with the documented responses', async () => {
    const wrong: string[] = [];
    const tried = operations.filter(
      ({ operationId, requestBody }) => requestBody !== undefined && !needsSecret.includes(operationId),
    );
    expect(tried.length).toBe(
      operations.filter(({ requestBody }) => requestBody).length - needsSecret.length,
    );
    const { id: space } = await server.json<{ id: string }>('POST', '/hub/spaces', { title: 'There' });
    for (const operation of tried) {
      const { operationId, method, requestBody, responses } = operation;
      const [[type, { example }] = ['', { example: undefined }]] = Object.entries(requestBody?.content ?? {});
      const form = new FormData();
      for (const [name, value] of Object.entries(example ?? {}))
        form.set(name, name === 'file' ? new File([String(value)], 'dot.gif') : String(value));
      const sent =
        type === 'application/json'
          ? { body: withSpace(operation, JSON.stringify(example), space), headers: { 'content-type': type } }
          : type === 'application/octet-stream'
            ? { body: A_FILE, headers: { 'content-type': type } }
            : { body: form };
      const answer = await server.fetch(target(operation), { method, ...sent });
      const schema = responses[String(answer.status)]?.content?.['application/json']?.schema;
      const body: unknown = await answer.json();
      const isNamed = operation.path.includes('{') || needsSpace.includes(operationId);
      const missing = answer.status === 404 && isNamed;
      if (!missing && (!answer.ok || schema === undefined))
        wrong.push(`${operationId} ${answer.status} ${JSON.stringify(body)}`);
      if (schema !== undefined)
        wrong.push(...schemas.faults(schema, body).map((fault) => `${operationId} ${fault}`));
    }
    expect(wrong).toEqual([]);
  });
});
