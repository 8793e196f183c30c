import { createHash } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ResponseObject, ApiDocument, Content, Operation, Schema } from './api-document.js';
import type { FuzzResponse } from './http-client.js';
import type { FuzzRequest } from './requests.js';

const DOCUMENT = 'openapi.json';

const SLOW_MS = 2_000;
/** Of what draws the tiles of a whole map while it is sent. */
const SLOW_EXPORT_MS = 10_000;
const MAX_HEAD_BYTES = 16_000;

/** The allowed statuses for requests that reach no operation. */
const statusesWithoutOperation = [200, 204, 302, 400, 404, 405, 414];

interface Route {
  readonly pattern: RegExp;
  readonly operation: Operation;
}

/** Checks responses against the document. */
export class Checks {
  private readonly schemas: Schemas;
  private readonly routes: readonly Route[];

  constructor(document: ApiDocument, operations: readonly Operation[]) {
    this.schemas = new Schemas(document);
    // `/api/images/look-alikes` before `/api/images/{id}`, as the service tells them apart.
    const parameters = ({ path }: Operation): number => path.split('{').length;
    this.routes = operations
      .toSorted((one, other) => parameters(one) - parameters(other))
      .map((operation) => ({ operation, pattern: patternOf(operation) }));
  }

  /** The violations of the document and of general rules in a response, one line each. */
  faults(request: FuzzRequest, response: FuzzResponse): readonly string[] {
    const { status, durationMs } = response;
    if (isInvalidHttp(request) && [400, 414, 431].includes(status)) return [];
    const operation = this.operationAt(request);
    const documented = operation?.responses[String(status)];
    const slowMs = operation?.operationId === 'exportMap' ? SLOW_EXPORT_MS : SLOW_MS;
    return [
      // 501 says what a client asks for in vain; any other is a fault, documented or not.
      ...when(status >= 500 && !(status === 501 && documented !== undefined), `answered ${status}`),
      ...when(durationMs > slowMs, `took more than ${slowMs} ms`),
      ...when(operation !== undefined && documented === undefined, `status ${status} is not documented`),
      ...when(
        operation === undefined && !statusesWithoutOperation.includes(status),
        `answered ${status} where there is no operation`,
      ),
      ...when(
        status < 300 && this.mustBeRejected(request, operation),
        `accepted what cannot succeed (${status})`,
      ),
      ...this.bodyFaults(response, request.method, documented),
      ...identityFaults(request, response),
      ...fileFaults(request, response),
    ];
  }

  /** The operation that a request reaches. Mutated paths and methods may reach another one, or none. */
  private operationAt({ method, target }: FuzzRequest): Operation | undefined {
    const [sent = ''] = target.split('?', 1);
    const path = /^\/+hub\//i.test(sent) ? sent.replaceAll(/\/{2,}/g, '/') : sent;
    const at = (wanted: string): Operation | undefined =>
      this.routes.find(({ pattern, operation }) => operation.method === wanted && pattern.test(path))
        ?.operation;
    return at(method) ?? (method === 'HEAD' ? at('GET') : undefined);
  }

  private mustBeRejected(
    { target, body, headers, mustFail }: FuzzRequest,
    operation: Operation | undefined,
  ): boolean {
    const schema = operation?.requestBody?.content['application/json']?.schema;
    if (operation?.operationId === 'uploadImages') return false; // it refuses each file by itself
    if (schema === undefined) return mustFail && operation?.requestBody !== undefined;
    // What is invalid is left out.
    if (/[?&]transactional=false/i.test(target) || isImport(headers['content-type'])) return false;
    if (/charset=(?!utf-8)/i.test(headers['content-type'] ?? '')) return false;
    return this.schemas.faults(schema, trimmed(body ?? Buffer.alloc(0))).length > 0;
  }

  private bodyFaults(
    { status, headers, body }: FuzzResponse,
    method: string,
    documented: ResponseObject | undefined,
  ): readonly string[] {
    const bodiless = method === 'HEAD' || status === 204 || status === 304;
    if (bodiless || documented?.content === undefined)
      return when(bodiless && body.length > 0, `a ${status} has a body`);
    const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
    // A range of types, such as `image/*`, is for files of any of them.
    const content = documented.content[type] ?? documented.content[type.replace(/\/.*/, '/*')];
    if (content === undefined) return [`content type ${type || 'missing'} of a ${status} is not documented`];
    return this.contentFaults(content, body).map((fault) => `body of a ${status}: ${fault}`);
  }

  private contentFaults({ schema, 'x-oai-itemSchema': item }: Content, body: Buffer): readonly string[] {
    if (item !== undefined) return textsIn(body).flatMap((text) => this.schemas.faults(item, parsed(text)));
    return schema === undefined ? [] : this.schemas.faults(schema, parsed(body));
  }
}

/** Whether there is a feature on each line. */
export const isImport = (type = ''): boolean => type.startsWith('application/x-ndjson');

/** Whether the request is invalid HTTP, or its head is too long for Node. */
export function isInvalidHttp({ target, headers }: FuzzRequest): boolean {
  const head = Object.entries(headers).flat().join('').length + target.length;
  return /[^\x21-\x7e]/.test(target) || head > MAX_HEAD_BYTES;
}

/** Every error has the same request id in its body and its headers. */
function identityFaults({ method }: FuzzRequest, { status, headers, body }: FuzzResponse): readonly string[] {
  const faults = when(headers['x-request-id'] === undefined, 'has no X-Request-Id');
  const isPage = headers['content-type']?.startsWith('text/html') === true; // where the document has one
  if (status < 400 || method === 'HEAD' || isPage) return faults;
  const problem = parsed(body);
  if (typeof problem !== 'object' || problem === null)
    return [...faults, `body of a ${status} is no JSON object`];
  const facts = new Map<string, unknown>(Object.entries(problem));
  const hub = ['ErrorResponse', 'DetailedErrorResponse', 'error'].includes(String(facts.get('type')));
  const id = hub ? facts.get('streamId') : facts.get('requestId');
  return [
    ...faults,
    ...when(
      id === undefined || id !== headers[hub ? 'stream-id' : 'x-request-id'],
      `a ${status} has another request id than its header`,
    ),
    ...when(!hub && facts.get('status') !== status, `a ${status} says status ${String(facts.get('status'))}`),
    ...when(status === 401 && headers['www-authenticate'] === undefined, 'a 401 has no WWW-Authenticate'),
    ...when(status === 405 && headers.allow === undefined, 'a 405 has no Allow'),
  ];
}

/** The ETag of a file as it was uploaded is its SHA-256, and a partial response has the length of its `Content-Range`. */
function fileFaults(
  { target, method }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): readonly string[] {
  if (method !== 'GET' || !target.startsWith('/cdn/')) return [];
  const tag = `"${createHash('sha256').update(body).digest('hex')}"`;
  const [, start, end] = /^bytes (\d+)-(\d+)\/\d+$/.exec(headers['content-range'] ?? '') ?? [];
  return [
    ...when(
      status === 200 && !target.includes('?') && headers.etag !== tag,
      'a file has another ETag than its bytes give',
    ),
    ...when(
      status === 206 && Number(end) - Number(start) + 1 !== body.length,
      'a part of a file is not as long as it says',
    ),
  ];
}

function patternOf({ path }: Operation): RegExp {
  const value = path.startsWith('/cdn/') ? '.*' : '[^/]+';
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, value)}/?$`, 'i');
}

/** The JSON texts of a stream: one per line, optionally after a record separator (RFC 7464). */
function textsIn(body: Buffer): readonly Buffer[] {
  const lines = body.toString().split('\n').slice(0, -1);
  return lines.map((line) => Buffer.from(line.replace(/^\u001e/, '')));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Names and titles are trimmed before they are measured, which a schema cannot say. */
function trimmed(body: Buffer): unknown {
  const trim = (_: string, member: unknown): unknown => (typeof member === 'string' ? member.trim() : member);
  try {
    return JSON.parse(new TextDecoder().decode(body), trim) as unknown;
  } catch {
    return parsed(body); // no JSON, or nested too deeply to be walked
  }
}

function when(condition: unknown, fault: string): readonly string[] {
  return condition === true ? [fault] : [];
}

/** Validates values against schemas of a document, including formats. Caches compiled schemas. */
export class Schemas {
  private readonly ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    formats.default(this.ajv);
    this.ajv.addFormat('binary', true);
    this.ajv.addVocabulary(['example', 'components']);
    this.ajv.addSchema({ $id: DOCUMENT, components: document.components });
  }

  /** The faults of a value, one line each. */
  faults(schema: Schema, value: unknown): readonly string[] {
    const validate = this.validator(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }

  private validator(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema);
    const validate = this.compiled.get(text) ?? this.ajv.compile(absolute(text));
    this.compiled.set(text, validate);
    return validate;
  }
}

/** Makes the references of a schema absolute, so that it can be compiled outside the document. */
function absolute(schema: string): Schema {
  return JSON.parse(schema.replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema;
}
