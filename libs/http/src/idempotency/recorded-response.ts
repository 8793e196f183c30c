import type { ServerResponse } from 'node:http';
import type { Answer } from './sealed-answer.js';

/** Longer responses are not kept. */
const MAX_BYTES = 64 * 1024;

/** The headers that are sent again. All others concern a single exchange, or the whole API. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'link', 'content-disposition', 'set-cookie'];

/** A sent response. The body is absent if it is too long to be kept. */
interface Recorded {
  readonly status: number;
  readonly answer: Answer | undefined;
}

/**
 * Records a response. Its end waits for `store`: a client that has the whole response cannot repeat the request before
 * it is stored.
 */
export function recordResponse(response: ServerResponse, store: (recorded: Recorded) => Promise<void>): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let sentHeaders: readonly unknown[] = [];
  const [writeHead, write, end] = [
    response.writeHead.bind(response),
    response.write.bind(response),
    response.end.bind(response),
  ];
  const collect = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const isEncoding = typeof encoding === 'string' && Buffer.isEncoding(encoding);
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, isEncoding ? encoding : 'utf8') : chunk;
    length += bytes.length;
    if (length <= MAX_BYTES) chunks.push(Buffer.from(bytes));
    else chunks.length = 0;
  };
  const recorded = (): Recorded => {
    const { statusCode: status } = response;
    if (length > MAX_BYTES) return { status, answer: undefined };
    const headers = headersOf(response, sentHeaders);
    return { status, answer: { status, headers, body: Buffer.concat(chunks) } };
  };
  // Each of the three methods takes the arguments of Node's method. TypeScript cannot express this for overloads.
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    sentHeaders = args.flat();
    return writeHead(...args);
  }) as typeof response.writeHead;
  response.write = ((...args: Parameters<typeof write>) => {
    collect(args[0], args[1]);
    return write(...args);
  }) as typeof response.write;
  let isEnded = false;
  response.end = ((...args: Parameters<typeof end>) => {
    if (isEnded) return response;
    isEnded = true;
    collect(args[0], args[1]);
    void store(recorded()).finally(() => end(...args));
    return response;
  }) as typeof response.end;
}

/** `sent` has the headers given to `writeHead`: alternating names and values, or objects. */
function headersOf(response: ServerResponse, sent: readonly unknown[]): Answer['headers'] {
  const headers: Record<string, string | readonly string[]> = {};
  const keep = (name: string, value: unknown): void => {
    const key = name.toLowerCase();
    if (!KEPT_HEADERS.includes(key)) return;
    if (typeof value === 'string') headers[key] = value;
    if (Array.isArray(value)) headers[key] = value.map(String);
  };
  for (const name of KEPT_HEADERS) keep(name, response.getHeader(name));
  for (const [index, part] of sent.entries()) {
    if (typeof part === 'string') keep(part, sent[index + 1]);
    else if (typeof part === 'object' && part !== null)
      for (const [name, value] of Object.entries(part)) keep(name, value);
  }
  return headers;
}
