const text = { type: 'string', minLength: 1 };
const schema = { type: 'object' };
const mapOf = (values: object): object => ({ type: 'object', additionalProperties: values });
const closed = (required: readonly string[], properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const content = mapOf(closed([], { schema, example: {}, 'x-oai-itemSchema': schema }));
const server = closed(['url'], { url: { type: 'string', pattern: '^(https?://|/)' }, description: text });
const parameter = closed(['name', 'in', 'schema'], {
  name: text,
  in: { enum: ['path', 'query', 'header', 'cookie'] },
  description: text,
  required: { type: 'boolean' },
  schema,
  example: {},
});
const header = closed(['schema'], { description: text, required: { type: 'boolean' }, schema, example: {} });
const response = closed(['description'], {
  description: { type: 'string' },
  headers: mapOf(header),
  content,
});

const operation = closed(['responses', 'operationId'], {
  operationId: { type: 'string', pattern: '^[a-z][A-Za-z]+$' },
  tags: { type: 'array', items: text },
  summary: text,
  description: text,
  security: { type: 'array', items: mapOf({ type: 'array', items: text }) },
  parameters: { type: 'array', items: parameter },
  requestBody: closed(['content'], { description: text, required: { type: 'boolean' }, content }),
  responses: {
    type: 'object',
    minProperties: 1,
    patternProperties: { '^([1-5]\\d\\d|default)$': response },
    additionalProperties: false,
  },
});

const pathItem = closed([], {
  servers: { type: 'array', items: server },
  ...Object.fromEntries(
    ['get', 'put', 'post', 'delete', 'head', 'patch'].map((method) => [method, operation]),
  ),
});

/** A schema for the parts of OpenAPI 3.1 (§4) that Cairn's document uses. It allows nothing else. */
export const openApiShape = closed(['openapi', 'info', 'paths', 'components'], {
  openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
  info: closed(['title', 'version'], {
    title: text,
    version: text,
    summary: text,
    description: text,
    license: closed(['name'], { name: text, identifier: text, url: text }),
  }),
  servers: { type: 'array', items: server, minItems: 1 },
  tags: { type: 'array', items: closed(['name'], { name: text, description: text }) },
  paths: { type: 'object', patternProperties: { '^/': pathItem }, additionalProperties: false },
  components: closed([], {
    schemas: { type: 'object', propertyNames: { pattern: '^[\\w.-]+$' }, additionalProperties: schema },
    securitySchemes: mapOf({
      type: 'object',
      required: ['type'],
      properties: { type: { enum: ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] } },
    }),
  }),
});
