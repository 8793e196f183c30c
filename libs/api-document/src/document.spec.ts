import { operations } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument, type Addresses } from './document.js';
import type { Json } from './schemas.js';

interface Media {
  readonly schema?: {
    readonly $ref?: string;
    readonly type?: string;
    readonly items?: Media['schema'];
    readonly anyOf?: readonly Media['schema'][];
  };
}

type Content = Readonly<Record<string, Media>>;

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers: Json }>>;
  readonly security: readonly Json[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Json };
}

const here: Addresses = { baseUrl: 'http://x', cdnUrl: 'http://x/cdn', version: '1' };

const documentOf = (addresses: Addresses): Document =>
  JSON.parse(JSON.stringify(openApiDocument(addresses))) as Document;

const nameOf = (schema: Media['schema']): string => {
  if (schema?.items) return `${nameOf(schema.items)}[]`;
  if (schema?.anyOf) return schema.anyOf.map(nameOf).join('|');
  return schema?.$ref?.split('/').at(-1) ?? schema?.type ?? 'bytes';
};

const shown = (content: Content = {}): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `${type} ${nameOf(schema)}`)
    .join(', ') || 'nothing';

/** The request and the responses of each operation, one line each. */
function outline({ paths }: Document): Readonly<Record<string, readonly string[]>> {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => key !== 'servers')
      .map(([method, operation]) => ({ path, method, ...operation })),
  );
  return Object.fromEntries(
    all.map(({ operationId, method, path, parameters, requestBody, responses }) => {
      const names = parameters.map(({ name }) => name);
      const takes = [method, path, ...names, '<-', shown(requestBody?.content)].join(' ');
      return [operationId, [takes, ...responseLines(responses)]];
    }),
  );
}

/** One line for each kind of response, with its statuses. */
function responseLines(responses: OperationObject['responses']): readonly string[] {
  const statuses = new Map<string, string[]>();
  for (const [status, { content, headers }] of Object.entries(responses)) {
    const kind = [shown(content), ...Object.keys(headers)].join(' ');
    statuses.set(kind, [...(statuses.get(kind) ?? []), status]);
  }
  return [...statuses].map(([kind, those]) => `${those.join(' ')} -> ${kind}`);
}

describe('the OpenAPI document', () => {
  const document = documentOf(here);

  it('keeps the operations, parameters, bodies and responses that clients rely on', () => {
    expect(outline(document)).toMatchSnapshot();
  });

  it('contains every operation of the schema once', () => {
    expect(Object.keys(outline(document)).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it('has exactly the components that are referred to', () => {
    const text = JSON.stringify(document);
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect(Object.keys(document.components.schemas).sort()).toEqual([...named].sort());
    expect(named.size).toBeGreaterThan(10);
  });

  it('puts the files at the path of the CDN, or on their own server', () => {
    const { paths } = documentOf({ ...here, cdnUrl: 'https://cdn.example.org/files' });
    expect(documentOf({ ...here, cdnUrl: 'http://x/files' }).paths['/files/{address}']).toBeDefined();
    expect(paths['/{address}']).toMatchObject({ servers: [{ url: 'https://cdn.example.org/files' }] });
  });

  it('requires a key for spaces if the service does', () => {
    const securityOf = ({ paths }: Document): readonly Json[] | undefined =>
      paths['/hub/spaces']?.['get']?.security;
    expect(securityOf(document)).toEqual([{}, { apiKey: [] }, { session: [] }]);
    expect(securityOf(documentOf({ ...here, hubAccess: 'key' }))).toEqual([{ apiKey: [] }, { session: [] }]);
  });
});
