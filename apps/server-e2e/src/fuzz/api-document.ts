/** A JSON Schema in the document. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

/** The content of one media type. Without a schema, it is binary. */
export interface Content {
  readonly schema?: Schema;
  /** The schema of each item of a stream. */
  readonly 'x-oai-itemSchema'?: Schema;
  readonly example?: unknown;
}

type Contents = Readonly<Record<string, Content>>;

export interface ResponseObject {
  readonly description?: string;
  readonly content?: Contents;
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema?: Schema }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** An operation with its method and path. */
export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

/** The parts of an OpenAPI document that the tests use. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** Fetches the document from a server. */
export async function fetchDocument(address: string): Promise<ApiDocument> {
  const response = await fetch(`${address}/openapi.json`);
  return (await response.json()) as ApiDocument;
}

export function operationsOf({ paths }: ApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}

/** Resolves a `$ref`. Returns other schemas unchanged. */
export function resolve(schema: Schema, { components }: ApiDocument): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const name = $ref.replace('#/components/schemas/', '');
  const found = components.schemas[name];
  if (found === undefined) throw new Error(`The document has no schema ${$ref}.`);
  return found;
}
