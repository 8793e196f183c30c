/** A JSON Schema of the document, keyword by keyword. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

/** What is sent in one media type; without a schema, bytes. */
export interface Content {
  readonly schema?: Schema;
  /** Of each value, where values are sent one after another. */
  readonly 'x-oai-itemSchema'?: Schema;
  readonly example?: unknown;
}

type Contents = Readonly<Record<string, Content>>;

export interface Answer {
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
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** An operation of the document, with the method and the path it stands under. */
export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

/** The parts of an OpenAPI document that the tests read. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** The document as a server gives it. */
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

/** The schema that a `$ref` stands for, or the schema itself. */
export function resolve(schema: Schema, { components }: ApiDocument): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const name = $ref.replace('#/components/schemas/', '');
  const found = components.schemas[name];
  if (found === undefined) throw new Error(`The document has no schema ${$ref}.`);
  return found;
}
