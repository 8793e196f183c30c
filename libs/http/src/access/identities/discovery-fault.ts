import { HttpError } from '../../messages/http-error.js';

/** The addresses that a sign-in needs. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** The metadata of a provider is not sufficient for signing in. */
export class ProviderMetadataFault extends Error {}

/** @throws {ProviderMetadataFault} */
export function assertUsable(metadata: Readonly<Partial<Record<(typeof ENDPOINTS)[number], string>>>): void {
  for (const name of ENDPOINTS)
    if (!URL.canParse(metadata[name] ?? ''))
      throw new ProviderMetadataFault(`its configuration names no ${name}`);
}

/**
 * Explains why the configuration of the provider could not be read: `identity-provider-unavailable` if waiting may
 * help, `identity-provider-misconfigured` if somebody has to change a setting, here or at the provider.
 */
export function discoveryFault(error: unknown, issuer: string): HttpError {
  if (error instanceof ProviderMetadataFault) return misconfigured(`at ${issuer}, ${error.message}`, error);
  const { code, cause } = partsOf(error);
  switch (code) {
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return misconfigured(differentIssuer(cause, issuer), error);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return ofStatus(cause instanceof Response ? cause.status : 0, { issuer, error });
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_INVALID_RESPONSE':
      return misconfigured(`what is at ${issuer} is not the configuration of an OpenID provider`, error);
    case 'OAUTH_TIMEOUT':
      return unavailable('it did not answer in time', error);
    default:
      return unavailable(networkReason(cause), error);
  }
}

function ofStatus(status: number, { issuer, error }: { issuer: string; error: unknown }): HttpError {
  const mayPass = status >= 500 || status === 429 || status === 408;
  return mayPass
    ? unavailable(`it answers ${status}`, error)
    : misconfigured(
        `at ${issuer} there is no OpenID provider; asked for its configuration, it answers ${status}`,
        error,
      );
}

/** For example a slash at the end. It is part of the name, which is compared with the issuer of tokens. */
function differentIssuer(cause: unknown, issuer: string): string {
  const body = isRecord(cause) && isRecord(cause['body']) ? cause['body'] : {};
  const told = typeof body['issuer'] === 'string' ? body['issuer'] : '';
  return `it calls itself ${told}, and CAIRN_OIDC_ISSUER is ${issuer}: set that to the very same`;
}

/** The code of the operating system or of TLS, because people search for it. */
function networkReason(cause: unknown): string {
  const { code } = partsOf(cause);
  return code === undefined ? 'no connection' : code;
}

function unavailable(reason: string, cause: unknown): HttpError {
  return fault('unavailable', `The identity provider cannot be reached (${reason}); try again later.`, cause);
}

function misconfigured(reason: string, cause: unknown): HttpError {
  return fault('misconfigured', `Signing in at the identity provider is not set up right: ${reason}.`, cause);
}

function fault(kind: 'unavailable' | 'misconfigured', detail: string, cause: unknown): HttpError {
  const code = `identity-provider-${kind}`;
  return new HttpError({ status: 503, code, detail, headers: { 'Retry-After': '5' } }, { cause });
}

function partsOf(error: unknown): { readonly code: string | undefined; readonly cause: unknown } {
  if (!(error instanceof Error)) return { code: undefined, cause: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { code, cause: error.cause };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
