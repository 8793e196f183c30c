import { hubCaseOf, type HubFailure } from './hub-error-cases.js';
import { hubCatalogue, type HubErrorCode } from './hub-error-codes.js';
import {
  hubErrorOf,
  type DetailedErrorResponse,
  type ErrorResponse,
  type HttpErrorResponse,
  type HubErrorBody,
} from './hub-errors.js';
import type { FileImportReport } from '../features/file-import.js';
import type { ImportSummary } from '../features/imports.js';
import type { Operation } from '../operation.js';

/** An error to tell a client of. */
export interface DescribedFailure extends HubFailure {
  readonly detail: string;
  readonly imported?: ImportSummary | undefined;
  readonly fileImport?: FileImportReport | undefined;
}

interface Asked {
  /** Absent where no operation has the address. */
  readonly operation?: Operation | undefined;
  readonly streamId: string;
}

/** The body of an error response of the spaces API, as XYZ Hub has it for this case. */
export function hubErrorBody(failure: DescribedFailure, { operation, streamId }: Asked): HubErrorBody {
  const found = hubCaseOf(failure, operation);
  switch (found) {
    case 'service':
      return serviceError(failure, streamId);
    case 'http':
      return httpError(failure, streamId);
    default:
      return detailedError(found, failure, streamId);
  }
}

function serviceError(failure: DescribedFailure, streamId: string): ErrorResponse {
  const { status, detail: errorMessage } = failure;
  const errorDetails = errorDetailsOf(failure);
  return { type: 'ErrorResponse', error: hubErrorOf(status), errorMessage, streamId, errorDetails };
}

function detailedError(
  code: HubErrorCode,
  failure: DescribedFailure,
  streamId: string,
): DetailedErrorResponse {
  const { status, detail } = failure;
  const { title, action } = hubCatalogue[code];
  return {
    type: 'DetailedErrorResponse',
    title,
    code,
    cause: detail,
    action,
    error: hubErrorOf(status),
    errorMessage: detail,
    streamId,
    errorDetails: errorDetailsOf(failure),
  };
}

function httpError(failure: DescribedFailure, streamId: string): HttpErrorResponse {
  const { status } = failure;
  return {
    type: 'error',
    statusCode: status,
    reasonPhrase: reasonPhrases[status] ?? 'Error',
    message: messageOf(failure),
    streamId,
    // Clients of XYZ Hub know the one for 401 by heart.
    ...(status !== 401 && { errorDetails: errorDetailsOf(failure) }),
  };
}

/** As RFC 9110 has them. */
const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
};

function messageOf({ code, detail, imported }: DescribedFailure): string | null {
  switch (code) {
    case 'not-found':
      return 'The requested resource does not exist.';
    case 'internal':
      return imported === undefined ? null : detail;
    case 'malformed-json':
      return `Invalid JSON string: ${detail.replace(/^The body is not JSON: /, '')}`;
    default:
      return detail;
  }
}

function errorDetailsOf({
  code,
  faults,
  imported,
  fileImport,
}: DescribedFailure): DetailedErrorResponse['errorDetails'] {
  return {
    code,
    ...(faults && { errors: [...faults] }),
    ...(imported && { import: imported }),
    ...(fileImport && { fileImport }),
  };
}
