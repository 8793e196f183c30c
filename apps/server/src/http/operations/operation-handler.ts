import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';

/** An authorized request to an operation. */
export interface OperationRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: ParsedUrlQuery;
}

/** Handles the requests of one operation. Thrown errors become error responses. */
export type OperationHandler = (request: OperationRequest) => Promise<void>;
