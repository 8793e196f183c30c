import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.js';

const MAX_URL_LENGTH = 8 * 1024;

/** The error for a request that Node accepts but proxies might interpret differently. */
export function faultOf(request: IncomingMessage, url: string): HttpError | undefined {
  if (url.length > MAX_URL_LENGTH) {
    return new HttpError({
      status: 414,
      code: 'address-too-long',
      detail: `The address is longer than ${MAX_URL_LENGTH} characters.`,
    });
  }
  if (url.includes('%00')) return malformedAddress('The address must not contain a NUL character (`%00`).');
  if (!isDecodable(url)) return malformedAddress('The percent-encoding of the address is broken.');
  if (!url.startsWith('/')) return malformed('The address of the request must begin with a slash.');
  return headerFault(request);
}

/** Checks only the path. Invalid percent-encoding in a query is taken literally. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function malformedAddress(detail: string): HttpError {
  return new HttpError({ status: 400, code: 'malformed-address', detail });
}

/** Checks the raw headers, because Node drops duplicate `Host` and `Authorization` headers. */
function headerFault({ rawHeaders, httpVersionMinor }: IncomingMessage): HttpError | undefined {
  let hosts = 0;
  let keys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') hosts += 1;
        break;
      case 6:
        if (name.toLowerCase() === 'expect' && !/^100-continue$/i.test(rawHeaders[index + 1] ?? ''))
          return unknownExpectation();
        break;
      case 13:
        if (name.toLowerCase() === 'authorization') keys += 1;
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding' && !/^chunked$/i.test(rawHeaders[index + 1] ?? ''))
          return unknownCoding();
        break;
    }
  }
  if (hosts > 1 || (hosts === 0 && httpVersionMinor > 0))
    return malformed('The request must have one `Host` header.');
  if (keys > 1) return malformed('The request must not have more than one `Authorization` header.');
  return undefined;
}

/** The error for an unsupported `Transfer-Encoding`. */
export function unknownCoding(): HttpError {
  return new HttpError({
    status: 501,
    code: 'unknown-transfer-encoding',
    detail: 'The only supported `Transfer-Encoding` is `chunked`.',
    headers: { Connection: 'close' },
  });
}

function unknownExpectation(): HttpError {
  return new HttpError({
    status: 417,
    code: 'unknown-expectation',
    detail: 'The only supported `Expect` is `100-continue`.',
    headers: { Connection: 'close' },
  });
}

/** Closes the connection: the client and a proxy may disagree about where the request ends (request smuggling). */
function malformed(detail: string): HttpError {
  return new HttpError({ status: 400, code: 'malformed-request', detail, headers: { Connection: 'close' } });
}
