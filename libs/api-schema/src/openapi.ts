import type { z } from 'zod';
import { accountOperations } from './account-operations.js';
import { administrationOperations } from './administration-operations.js';
import { componentSchemas, jsonSchema, type Json } from './components.js';
import { errorAnswer, type ErrorStatus } from './errors.js';
import { imageOperations } from './image-operations.js';
import type { Answer, Body, Operation } from './operation.js';
import { serviceOperations } from './service-operations.js';
import { spaceOperations } from './space-operations.js';

/** Everything the service does over HTTP. */
export const operations: readonly Operation[] = [
  ...imageOperations,
  ...spaceOperations,
  ...accountOperations,
  ...administrationOperations,
  ...serviceOperations,
];

const CDN_PATH = '/cdn';

const families = {
  images: 'Images',
  files: 'Hosted files',
  spaces: 'Spaces',
  accounts: 'Keys and accounts',
  administration: 'Administration',
  service: 'Service',
} as const;

/** Where the service and its files are reached, without a slash at the end. */
export interface Addresses {
  readonly baseUrl: string;
  readonly cdnUrl: string;
  readonly version: string;
  /** Whether the spaces API needs a key (`key`) or takes one (`optional`, as when left out). */
  readonly hubAccess?: 'key' | 'optional';
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
    all.set(path, {
      ...all.get(path),
      ...(servers && { servers }),
      [operation.method]: describe(operation, addresses),
    });
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

function describe(operation: Operation, { hubAccess = 'optional' }: Addresses): Json {
  const { id, summary, description, scope, family, body } = operation;
  const access = operation.access === 'optional' ? hubAccess : operation.access;
  const keyNote = access === 'optional' ? 'Works without a key.' : undefined;
  const scopeNote = scope === undefined ? undefined : `Scope${keyNote ? ' of a key' : ''}: \`${scope}\`.`;
  return {
    operationId: id,
    tags: [families[family]],
    summary,
    description:
      [description, keyNote, scopeNote].filter((text) => text !== undefined).join(' ') || undefined,
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
export function errorStatuses({ method, access, scope, family, errors }: Operation): readonly ErrorStatus[] {
  if (family === 'service') return [400, 414, 500];
  const statuses = new Set<ErrorStatus>([...errors, 400, 414, 500, 503]);
  if (method !== 'get' && method !== 'head') statuses.add(507);
  if (access !== 'open') statuses.add(401).add(429);
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

function errorResponse(operation: Operation, status: ErrorStatus): Json {
  const { description, headers, body } = errorAnswer(operation, status);
  return response({ description, headers, ...(operation.method !== 'head' && { body }) });
}

function content({ contentType, schema, example }: Body, io: 'input' | 'output'): Json {
  return { [contentType]: { schema: jsonSchema(schema, io), example } };
}
