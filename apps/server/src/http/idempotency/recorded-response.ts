import type { ServerResponse } from 'node:http';
import type { Answer } from './sealed-answer.js';

/** Longer answers are not kept. */
const MAX_BYTES = 64 * 1024;

/** The headers that are sent again. All others say something about one exchange, or about the whole API. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'link', 'content-disposition', 'set-cookie'];

/** What was sent; the answer is absent if it is too long to be kept. */
interface Recorded {
  readonly status: number;
  readonly answer: Answer | undefined;
}

/**
 * Records what is sent. The end of the response waits for `store`, so that nobody who has the answer can repeat the
 * request before it is stored.
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
  // Each of the three takes what the method of Node takes, which TypeScript cannot say of overloads.
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

/** `sent` has what was given to `writeHead`: names and values in turn, or objects. */
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
