import type { IncomingMessage } from 'node:http';
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

import { isHub } from '../errors/send-http-error.js';
import { INPUT_SIZE, OUTPUT_SIZE } from '../http/size-headers.js';

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
  methods,
  exposedHeaders: exposedHeaders[api],
  maxAge: 86_400,
});

const [problem, hub] = [optionsOf('problem'), optionsOf('hub')];

/** CORS options for the API that a request is for. */
export const corsOptions: CorsOptionsDelegate<IncomingMessage> = (request, callback) => {
  callback(null, isHub(request.url ?? '') ? hub : problem);
};

const headers = {
  problem: headersOf('problem'),
  hub: headersOf('hub'),
};

/** The CORS headers of responses of an API, as alternating names and values. */
export function corsHeaders(api: Api): readonly string[] {
  return headers[api];
}

function headersOf(api: Api): readonly string[] {
  const exposed = exposedHeaders[api].join(',');
  return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed];
}
