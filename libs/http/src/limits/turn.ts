import type { ServerResponse } from 'node:http';
import { holderOf } from '../messages/request-context.js';
import { whileConnected } from '../responses/while-connected.js';

/** The account and the client that work is done for. */
export interface Turn {
  /** The account, or the network address of a caller without one. */
  readonly holder: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The turn of a request in a fair queue. Its signal is made when it is asked for: few requests wait. */
export function turnOf(response: ServerResponse, read?: { readonly signal: AbortSignal }): Turn {
  let made: AbortSignal | undefined;
  return {
    holder: holderOf(response.req),
    get signal() {
      return (made ??= read?.signal ?? whileConnected(response));
    },
  };
}
