import type { IncomingMessage, ServerResponse } from 'node:http';
import cors, { type CorsOptions } from 'cors';
import { isHub } from './errors/send-http-error.js';
import { INPUT_SIZE, OUTPUT_SIZE } from './messages/size-headers.js';

/** The response headers that pages may read. */
const exposedHeaders = {
  problem: ['Link', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotent-Replayed'],
  hub: [
    'Stream-Id',
    'Stream-Info',
    'ETag',
    'Link',
    'Retry-After',
    'Cairn-Tile-Omitted',
    'Cairn-Missing-Index',
    'Idempotent-Replayed',
    INPUT_SIZE,
    OUTPUT_SIZE,
  ],
};

type Api = keyof typeof exposedHeaders;

// Any origin is allowed: browsers never add the `Authorization` header with the key by themselves.
const optionsOf = (api: Api): CorsOptions => ({
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: exposedHeaders[api],
  maxAge: 86_400,
});

const apiOf = ({ url = '' }: IncomingMessage): Api => (isHub(url) ? 'hub' : 'problem');

const preflights = { problem: cors(optionsOf('problem')), hub: cors(optionsOf('hub')) };

/** Answers `OPTIONS`, by which browsers ask what pages of other origins may send. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  preflights[apiOf(request)](request, response, () => undefined);
}

const headers = { problem: headersOf('problem'), hub: headersOf('hub') };

/** The CORS headers of the response to a request, as alternating names and values. */
export function corsHeaders(request: IncomingMessage): readonly string[] {
  return headers[apiOf(request)];
}

function headersOf(api: Api): readonly string[] {
  const exposed = exposedHeaders[api].join(',');
  return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed];
}
