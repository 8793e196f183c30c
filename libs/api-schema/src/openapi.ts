import type { z } from 'zod';
import { accountOperations } from './account-operations.js';
import { componentSchemas, jsonSchema, type Json } from './components.js';
import { examples } from './examples.js';
import { imageOperations } from './image-operations.js';
import type { Answer, Body, Operation } from './operation.js';
import { errorResponseSchema, problemSchema } from './problem.js';
import { serviceOperations } from './service-operations.js';
import { spaceOperations } from './space-operations.js';

/** Everything the service does over HTTP. */
export const operations: readonly Operation[] = [
  ...imageOperations,
  ...spaceOperations,
  ...accountOperations,
  ...serviceOperations,
];

const CDN_PATH = '/cdn';

const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request breaks a rule; every fault is named.',
  401: 'The API key is missing or not valid.',
  403: 'The API key lacks a scope, or the thing is somebody else’s.',
  404: 'There is no such thing, or it is somebody else’s.',
  408: 'The request came too slowly.',
  409: 'It cannot be done in the present state: quota reached, or identifier taken.',
  412: 'The file is not the one that the request asks for.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The content is of no accepted type.',
  416: 'The range lies outside the file.',
  422: 'The image cannot be decoded, or has too many pixels.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'A fault of the service.',
  503: 'A part of the service is unavailable; `Retry-After` says when to come back.',
};

const families = {
  images: 'Images',
  files: 'Hosted files',
  spaces: 'Spaces',
  accounts: 'Keys and accounts',
  service: 'Service',
} as const;

/** Where the service and its files are reached, without a slash at the end. */
export interface Addresses {
  readonly baseUrl: string;
  readonly cdnUrl: string;
  readonly version: string;
}

/** The OpenAPI 3.1 document of the service at these addresses. */
export function openApiDocument(addresses: Addresses): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version: addresses.version,
      summary: 'A backend for images and places.',
      description: 'An image host and a geodata hub. Images and keys need `Authorization: Bearer <API_KEY>`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: addresses.baseUrl }],
    tags: Object.values(families).map((name) => ({ name })),
    paths: Object.fromEntries(paths(addresses)),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `cairn_` and 36 letters and digits.',
        },
      },
    },
  };
}

function paths(addresses: Addresses): Map<string, Json> {
  const all = new Map<string, Json>();
  for (const operation of operations) {
    const { path, servers } =
      operation.family === 'files' ? filePath(operation, addresses) : { path: operation.path };
    all.set(path, { ...all.get(path), ...(servers && { servers }), [operation.method]: describe(operation) });
  }
  return all;
}

function filePath(
  { path }: Operation,
  { baseUrl, cdnUrl }: Addresses,
): { readonly path: string; readonly servers?: readonly Json[] } {
  const behind = path.slice(CDN_PATH.length);
  return cdnUrl.startsWith(`${baseUrl}/`)
    ? { path: cdnUrl.slice(baseUrl.length) + behind }
    : { path: behind, servers: [{ url: cdnUrl }] };
}

function describe(operation: Operation): Json {
  const { id, summary, description, scope, family, access, body } = operation;
  const scopeNote = scope === undefined ? undefined : `Scope: \`${scope}\`.`;
  return {
    operationId: id,
    tags: [families[family]],
    summary,
    description: [description, scopeNote].filter((text) => text !== undefined).join(' ') || undefined,
    security: { open: [], optional: [{}, { apiKey: [] }], key: [{ apiKey: [] }] }[access],
    parameters: parameters(operation),
    ...(body && { requestBody: { required: true, content: content(body, 'input') } }),
    responses: responses(operation),
  };
}

function parameters({ parameters = {}, query, headers = {} }: Operation): readonly Json[] {
  const inPath = Object.entries(parameters).map(([name, { description, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    example,
    schema: { type: 'string' },
  }));
  const inHeader = Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries<z.core.$ZodType>(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = jsonSchema(field, 'input');
    return { name, in: 'query', description, schema };
  });
  return [...inPath, ...inQuery, ...inHeader];
}

function responses(operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(
    ([status, answer]) => [status, response(answer)] as const,
  );
  const errors = errorStatuses(operation).map(
    (status) => [String(status), errorResponse(operation, status)] as const,
  );
  return Object.fromEntries([...errors, ...answers]);
}

/** Every status an operation answers an error with. */
export function errorStatuses({ access, scope, family, errors }: Operation): readonly number[] {
  if (family === 'service') return [400, 414, 500];
  const statuses = new Set([...errors, 400, 414, 500, 503]);
  if (access !== 'open') [401, 429].forEach((status) => statuses.add(status));
  if (access === 'key' && (scope !== undefined || family === 'accounts')) statuses.add(403);
  return [...statuses].sort((a, b) => a - b);
}

function response({ description, body, headers = {} }: Answer): Json {
  const described = Object.entries(headers).map(
    ([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const,
  );
  return {
    description,
    headers: Object.fromEntries(described),
    ...(body && { content: content(body, 'output') }),
  };
}

function errorResponse({ family, method }: Operation, status: number): Json {
  const description = errorDescriptions[status] ?? '';
  if (method === 'head') return { description };
  const body: Body =
    family === 'spaces'
      ? { contentType: 'application/json', schema: errorResponseSchema, example: examples.errorResponse }
      : { contentType: 'application/problem+json', schema: problemSchema, example: examples.problem };
  return { description, content: content(body, 'output') };
}

function content({ contentType, schema, example }: Body, io: 'input' | 'output'): Json {
  return { [contentType]: { schema: jsonSchema(schema, io), example } };
}
