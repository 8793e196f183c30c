import {
  type Api,
  type Content,
  type Contents,
  errorResponse,
  errorStatuses,
  IDEMPOTENCY_KEY,
  takesIdempotencyKey,
  type ErrorStatus,
  type Operation,
  type OperationResponse,
} from '@cairn/api-schema';
import * as z from 'zod';
import type { Direction, Json, Schemas } from './schemas.js';

/** The OpenAPI content of a body: for each media type its schema and an example. */
function contentOf(contents: Contents, direction: Direction, schemas: Schemas): Json {
  const described = Object.entries(contents).map(([mediaType, content]) => {
    return [mediaType, describe(content, { mediaType, direction, schemas })] as const;
  });
  return Object.fromEntries(described);
}

interface ContentContext {
  readonly mediaType: string;
  readonly direction: Direction;
  readonly schemas: Schemas;
}

function describe(content: Content, { mediaType, direction, schemas }: ContentContext): Json {
  switch (content.kind) {
    case 'json':
    case 'form':
      return { schema: schemas.of(content.schema, direction), example: content.example };
    case 'sequence': {
      const { begin, end, description } = sequenceOf(mediaType);
      return {
        schema: { type: 'string', description },
        // OpenAPI 3.2 adds `itemSchema`; this is its registered extension name for older versions.
        'x-oai-itemSchema': schemas.of(content.item, direction),
        example: content.examples.map((item) => `${begin}${JSON.stringify(item)}${end}`).join(''),
      };
    }
    case 'binary':
      return {};
  }
}

function sequenceOf(mediaType: string): typeof lines {
  if (mediaType === 'text/event-stream') return events;
  return mediaType.endsWith('json-seq') ? textSequence : lines;
}

const lines = { begin: '', end: '\n', description: 'JSON values, one a line.' };

const events = { begin: 'data: ', end: '\n\n', description: 'Server-sent events, each with a JSON value.' };

const textSequence = {
  begin: '\u001e',
  end: '\n',
  description: 'JSON values, each between a record separator (U+001E) and a line feed (RFC 7464).',
};

/** The OpenAPI tags, which group operations. */
export const tags = {
  images: 'Images',
  files: 'Hosted files',
  spaces: 'Spaces',
  maps: 'Maps',
  accounts: 'Keys and accounts',
  users: 'Users and sessions',
  administration: 'Administration',
  service: 'Service',
} as const satisfies Readonly<Record<Api, string>>;

const credentials = [{ apiKey: [] }, { session: [] }];
const security = {
  open: [],
  link: [],
  optional: [{}, ...credentials],
  key: credentials,
  'key-or-link': credentials,
  'key-or-upload-token': credentials,
  public: [{}, ...credentials],
  session: [{ session: [] }],
};

const keyNotes: Readonly<Partial<Record<Operation['access'], string>>> = {
  optional: 'Works without a key.',
  'key-or-link': 'The secret of a link to the map takes the place of a key.',
  'key-or-upload-token': 'An upload token takes the place of a key.',
  public: 'The secret of a link to the map takes the place of a key. A public map needs neither.',
};

/** The OpenAPI Operation Object. */
export function operationObject(operation: Operation, schemas: Schemas): Json {
  const { id, summary, description, access, scope, api, body } = operation;
  const keyNote = keyNotes[access];
  const scopes = scope === undefined ? [] : [scope].flat();
  const named = scopes.map((one) => `\`${one}\``).join(' and ');
  const scopeNote = named && `Scope${scopes.length > 1 ? 's' : ''}${keyNote ? ' of a key' : ''}: ${named}.`;
  return {
    operationId: id,
    tags: [tags[api]],
    summary,
    description: [description, keyNote, scopeNote].filter(Boolean).join(' ') || undefined,
    security: security[access],
    parameters: parameters(operation, schemas),
    ...(body && { requestBody: { required: true, content: contentOf(body, 'input', schemas) } }),
    responses: responses(operation, schemas),
  };
}

const idempotencyKey = {
  name: IDEMPOTENCY_KEY.name,
  in: 'header',
  description: IDEMPOTENCY_KEY.description,
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parameters(operation: Operation, schemas: Schemas): readonly Json[] {
  const { parameters = {}, query, headers = {} } = operation;
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
    const { description, example, ...schema } = schemas.of(field, 'input');
    const required = !z.safeParse(field, undefined).success;
    return { name, in: 'query', ...(required && { required }), description, example, schema };
  });
  return [...inPath, ...inQuery, ...inHeader, ...(takesIdempotencyKey(operation) ? [idempotencyKey] : [])];
}

function responses(operation: Operation, schemas: Schemas): Json {
  const successes = Object.entries(operation.responses).map(
    ([status, success]) => [status, response(success, schemas)] as const,
  );
  const errors = errorStatuses(operation).map(
    (status) => [String(status), response(errorOf(operation, status), schemas)] as const,
  );
  return Object.fromEntries([...successes, ...errors]);
}

/** Also as a page, where the operation has one for the status. */
function errorOf(operation: Operation, status: ErrorStatus): OperationResponse {
  const [error, page] = [errorResponse(operation, status), operation.responses[status]];
  return page === undefined ? error : { ...error, ...page, body: { ...error.body, ...page.body } };
}

function response({ description, body, headers = {} }: OperationResponse, schemas: Schemas): Json {
  const described = Object.entries(headers).map(
    ([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const,
  );
  return {
    description,
    headers: Object.fromEntries(described),
    ...(body && { content: contentOf(body, 'output', schemas) }),
  };
}
