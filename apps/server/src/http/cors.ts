import type { IncomingMessage } from 'node:http';
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

// Keys travel in a header that browsers never add by themselves, so any page may call.
const api: CorsOptions = {
  origin: '*',
  methods,
  exposedHeaders: ['Link', 'Location', 'Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
};

const hub: CorsOptions = {
  origin: '*',
  methods,
  exposedHeaders: ['Stream-Id', 'Stream-Info', 'ETag', 'Link', 'Retry-After'],
  maxAge: 86_400,
};

/** Which pages of other origins may call which API. */
export const corsOptions: CorsOptionsDelegate<IncomingMessage> = (request, answer) => {
  answer(null, request.url?.startsWith('/hub') ? hub : api);
};
