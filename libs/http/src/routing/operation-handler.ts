import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { OperationRow } from '@cairn/api-schema';

/** An authorized request to an operation. */
export interface OperationRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: ParsedUrlQuery;
}

/** The answer of an operation without a body: only its status, and the headers that are set. */
export const NO_CONTENT = Object.freeze({});

/**
 * Handles the requests of one operation. A value that it returns is sent as JSON, with the status of the response or
 * that of the API schema. Without one it has sent the response itself. Thrown errors become error responses.
 */
export type OperationHandler = (request: OperationRequest) => Promise<object | void>;

/** Handlers by operation id. */
export type OperationHandlers = { readonly [Id in OperationRow['id']]?: OperationHandler };
