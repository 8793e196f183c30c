import type { IncomingMessage } from 'node:http';
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a page may read besides the body. */
const exposedHeaders = {
  problem: ['Link', 'Location', 'Retry-After', 'X-Request-Id'],
  hub: ['Stream-Id', 'Stream-Info', 'ETag', 'Link', 'Retry-After'],
};

type Api = keyof typeof exposedHeaders;

// Keys travel in a header that browsers never add by themselves, so any page may call.
const optionsOf = (api: Api): CorsOptions => ({
  origin: '*',
  methods,
  exposedHeaders: exposedHeaders[api],
  maxAge: 86_400,
});

const [problem, hub] = [optionsOf('problem'), optionsOf('hub')];

/** Which pages of other origins may call which API. */
export const corsOptions: CorsOptionsDelegate<IncomingMessage> = (request, answer) => {
  answer(null, request.url?.startsWith('/hub') ? hub : problem);
};

const headers = {
  problem: headersOf('problem'),
  hub: headersOf('hub'),
};

/** What tells a browser that a page may read the answer of an API. */
export function corsHeaders(api: Api): readonly (readonly [name: string, value: string])[] {
  return headers[api];
}

function headersOf(api: Api): readonly (readonly [name: string, value: string])[] {
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposedHeaders[api].join(',')],
  ];
}
