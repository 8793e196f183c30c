import { createHash } from 'node:crypto';
import type { Answer, ApiDocument, Content, Operation } from './api-document.js';
import type { FuzzResponse } from './exchange.js';
import type { FuzzRequest } from './requests.js';
import { Schemas } from './schemas.js';

const SLOW_MS = 2_000;
const MAX_HEAD_BYTES = 16_000;

/** What any request may be answered with where no operation is. */
const elsewhere = [200, 204, 302, 400, 404, 405, 414];

interface Route {
  readonly pattern: RegExp;
  readonly operation: Operation;
}

/** Judges answers by the document. */
export class Checks {
  private readonly schemas: Schemas;
  private readonly routes: readonly Route[];

  constructor(document: ApiDocument, operations: readonly Operation[]) {
    this.schemas = new Schemas(document);
    this.routes = operations.map((operation) => ({ operation, pattern: patternOf(operation) }));
  }

  /** Everything about the answer that breaks the promises of the service, one line each. */
  faults(request: FuzzRequest, response: FuzzResponse): readonly string[] {
    const { status, durationMs } = response;
    if (isNoHttp(request) && [400, 414, 431].includes(status)) return [];
    const operation = this.operationAt(request);
    const answer = operation?.responses[String(status)];
    return [
      ...when(status >= 500, `answered ${status}`),
      ...when(durationMs > SLOW_MS, `took more than ${SLOW_MS} ms`),
      ...when(operation !== undefined && answer === undefined, `status ${status} is not documented`),
      ...when(
        operation === undefined && !elsewhere.includes(status),
        `answered ${status} where there is no operation`,
      ),
      ...when(status < 300 && this.mustFail(request, operation), `accepted what cannot succeed (${status})`),
      ...this.bodyFaults(response, request.method, answer),
      ...identityFaults(request, response),
      ...fileFaults(request, response),
    ];
  }

  /** The operation that a request reaches, which a mutated path or method may miss. */
  private operationAt({ method, target }: FuzzRequest): Operation | undefined {
    const [path = ''] = target.split('?', 1);
    const at = (wanted: string): Operation | undefined =>
      this.routes.find(({ pattern, operation }) => operation.method === wanted && pattern.test(path))
        ?.operation;
    return at(method) ?? (method === 'HEAD' ? at('GET') : undefined);
  }

  private mustFail({ body, headers, hopeless }: FuzzRequest, operation: Operation | undefined): boolean {
    const schema = operation?.requestBody?.content['application/json']?.schema;
    if (schema === undefined) return hopeless && operation?.requestBody !== undefined;
    if (/charset=(?!utf-8)/i.test(headers['content-type'] ?? '')) return false;
    return this.schemas.faults(schema, parsed(body ?? Buffer.alloc(0))).length > 0;
  }

  private bodyFaults(
    { status, headers, body }: FuzzResponse,
    method: string,
    answer: Answer | undefined,
  ): readonly string[] {
    const bodiless = method === 'HEAD' || status === 204 || status === 304;
    if (bodiless || answer?.content === undefined)
      return when(bodiless && body.length > 0, `a ${status} has a body`);
    const [given = ''] = (headers['content-type'] ?? '').split(';', 1);
    const content = answer.content[given];
    if (content === undefined) return [`content type ${given || 'missing'} of a ${status} is not documented`];
    return this.contentFaults(content, body).map((fault) => `body of a ${status}: ${fault}`);
  }

  private contentFaults({ schema, 'x-oai-itemSchema': item }: Content, body: Buffer): readonly string[] {
    if (item !== undefined) return textsIn(body).flatMap((text) => this.schemas.faults(item, parsed(text)));
    return schema === undefined ? [] : this.schemas.faults(schema, parsed(body));
  }
}

/** Whether HTTP itself forbids the request, or Node takes no request with a head so long. */
export function isNoHttp({ target, headers }: FuzzRequest): boolean {
  const head = Object.entries(headers).flat().join('').length + target.length;
  return /[^\x21-\x7e]/.test(target) || head > MAX_HEAD_BYTES;
}

/** Every error tells in its body which exchange it was, under the identifier of its header. */
function identityFaults({ method }: FuzzRequest, { status, headers, body }: FuzzResponse): readonly string[] {
  const faults = when(headers['x-request-id'] === undefined, 'has no X-Request-Id');
  if (status < 400 || method === 'HEAD') return faults;
  const problem = parsed(body);
  if (typeof problem !== 'object' || problem === null)
    return [...faults, `body of a ${status} is no JSON object`];
  const facts = new Map<string, unknown>(Object.entries(problem));
  const hub = facts.get('type') === 'ErrorResponse';
  const told = hub ? facts.get('streamId') : facts.get('requestId');
  return [
    ...faults,
    ...when(
      told === undefined || told !== headers[hub ? 'stream-id' : 'x-request-id'],
      `a ${status} names another exchange than its header`,
    ),
    ...when(!hub && facts.get('status') !== status, `a ${status} says status ${String(facts.get('status'))}`),
    ...when(status === 401 && headers['www-authenticate'] === undefined, 'a 401 has no WWW-Authenticate'),
    ...when(status === 405 && headers.allow === undefined, 'a 405 has no Allow'),
  ];
}

/** A file's tag is made from the bytes, and a part of it is as long as it says. */
function fileFaults(
  { target, method }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): readonly string[] {
  if (method !== 'GET' || !target.startsWith('/cdn/')) return [];
  const tag = `"${createHash('sha256').update(body).digest('hex')}"`;
  const [, start, end] = /^bytes (\d+)-(\d+)\/\d+$/.exec(headers['content-range'] ?? '') ?? [];
  return [
    ...when(status === 200 && headers.etag !== tag, 'a file has another ETag than its bytes give'),
    ...when(
      status === 206 && Number(end) - Number(start) + 1 !== body.length,
      'a part of a file is not as long as it says',
    ),
  ];
}

function patternOf({ path }: Operation): RegExp {
  const value = path.startsWith('/cdn/') ? '.*' : '[^/]+';
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, value)}/?$`, 'i');
}

/** The JSON texts of a stream: one a line, with or without a record separator before it (RFC 7464). */
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

function when(condition: unknown, fault: string): readonly string[] {
  return condition === true ? [fault] : [];
}
