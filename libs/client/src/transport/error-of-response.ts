import type { DetailedErrorResponse, HttpErrorResponse, Problem } from '@cairn/api-schema';
import { CairnError, type ErrorFacts, type ErrorKind } from './cairn-error.js';

const kinds: Readonly<Record<number, ErrorKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'forbidden', // of a space that is read-only
  409: 'conflict',
  410: 'not-found',
  412: 'conflict',
  413: 'too-large',
  429: 'rate-limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
  507: 'storage-full',
};

/** The members of the service's error formats: problem documents, and the three formats of XYZ Hub. */
type ErrorBody = Partial<
  Omit<Problem, 'type'> &
    Pick<DetailedErrorResponse, 'errorMessage' | 'streamId' | 'errorDetails'> &
    Pick<HttpErrorResponse, 'message' | 'statusCode'>
>;

type Described = Partial<ErrorFacts>;

/** The error for a response. Reads its body. */
export async function errorOfResponse(response: Response): Promise<CairnError> {
  const { status, headers } = response;
  const described = describe(parsed(await response.text().catch(() => '')));
  const kind = kinds[status] ?? (status >= 500 ? 'internal' : status >= 400 ? 'invalid' : 'unexpected');
  return new CairnError({
    code: kind,
    detail: `The server answered ${status}${response.statusText && ` ${response.statusText}`} without saying why.`,
    ...described,
    kind: described === undefined && kind === 'invalid' ? 'unexpected' : kind,
    status,
    requestId: described?.requestId ?? headers.get('x-request-id') ?? headers.get('stream-id') ?? undefined,
    retryAfterMs: waitOf(headers.get('retry-after')),
  });
}

/** The wait that `Retry-After` asks for, in seconds or as a date. */
function waitOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function describe(body: ErrorBody): Described | undefined {
  const { detail = body.errorMessage ?? body.message, errorDetails } = body;
  // A `code` beside `errorDetails` is one of XYZ Hub. XYZ Hub has no text for an internal error, and this service has
  // no code for its 401.
  const code = errorDetails?.code ?? body.code ?? (body.statusCode === 401 ? 'unauthenticated' : undefined);
  if (typeof detail !== 'string' && code === undefined) return undefined;
  return {
    ...(code !== undefined && { code }),
    ...(typeof detail === 'string' && { detail }),
    requestId: body.requestId ?? body.streamId,
    errors: body.errors ?? errorDetails?.errors,
    import: errorDetails?.import,
    fileImport: errorDetails?.fileImport,
    imageCount: body.imageCount,
    quota: body.quota,
    limitInBytes: body.limitInBytes,
  };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
