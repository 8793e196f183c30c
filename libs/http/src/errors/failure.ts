import type { FileImportReport, ImportSummary } from '@cairn/api-schema';
import { ByteQuotaExceeded, FileTooLarge, QuotaExceeded } from '@cairn/images';
import { DomainError, InvalidInput, StorageFull, StorageUnavailable, type Fault } from '@cairn/kernel';
import { HttpError } from '../messages/http-error.js';

/** An HTTP error response. Safe to show, unlike the message of the original error. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[] | undefined;
  readonly facts?: Readonly<Record<string, number>> | undefined;
  readonly imported?: ImportSummary | undefined;
  readonly fileImport?: FileImportReport | undefined;
}

const RETRY_AFTER_SECONDS = '5';

/** Maps an error to an HTTP error response. `statuses` maps codes of domain errors to statuses. */
export function failureOf(error: unknown, statuses: Readonly<Record<string, number>>): Failure {
  if (error instanceof HttpError) {
    const { status, code, message: detail, headers, faults, imported, fileImport } = error;
    return { status, code, detail, headers, faults, imported, fileImport };
  }
  if (error instanceof DomainError) return domainFailure(error, statuses);
  return httpFailure(
    error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500,
  );
}

function domainFailure(error: DomainError, statuses: Readonly<Record<string, number>>): Failure {
  const status = statuses[error.code] ?? 500;
  if (status === 500) return httpFailure(status);
  return {
    status,
    code: error.code,
    detail: detailOf(error),
    headers: headersOf(status, error.code),
    faults: error instanceof InvalidInput ? error.faults : undefined,
    facts: factsOf(error),
  };
}

function detailOf(error: DomainError): string {
  if (error instanceof StorageFull)
    return 'The disk is full: nothing more can be stored until something is deleted.';
  if (error instanceof StorageUnavailable)
    return 'The service cannot reach one of its stores; try again later.';
  return error.message;
}

function factsOf(error: DomainError): Readonly<Record<string, number>> | undefined {
  if (error instanceof QuotaExceeded) return { imageCount: error.imageCount, quota: error.quota };
  if (error instanceof ByteQuotaExceeded) return { usedBytes: error.usedBytes, byteQuota: error.byteQuota };
  if (error instanceof FileTooLarge) return { limitInBytes: error.limitInBytes };
  return undefined;
}

function headersOf(status: number, code: string): Readonly<Record<string, string>> {
  if (status === 503) return { 'Retry-After': RETRY_AFTER_SECONDS };
  if (code === 'invalid-key' || code === 'invalid-token' || code === 'invalid-upload-token')
    return { 'WWW-Authenticate': 'Bearer realm="cairn", error="invalid_token"' };
  if (code === 'scope-missing')
    return { 'WWW-Authenticate': 'Bearer realm="cairn", error="insufficient_scope"' };
  if (code === 'invalid-credentials') return { 'WWW-Authenticate': 'Session realm="cairn"' };
  if (code === 'link-password-needed') return { 'WWW-Authenticate': 'Link realm="cairn"' };
  if (code === 'space-read-only') return { Allow: 'GET, HEAD' };
  return {};
}

function httpFailure(status: number): Failure {
  if (status === 404)
    return { status, code: 'not-found', detail: 'There is nothing at this address.', headers: {} };
  if (status >= 400 && status < 500)
    return { status, code: 'invalid-request', detail: 'The request is malformed.', headers: {} };
  return { status: 500, code: 'internal', detail: 'Something went wrong inside the service.', headers: {} };
}
