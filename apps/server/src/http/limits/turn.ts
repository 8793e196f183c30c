import type { ServerResponse } from 'node:http';
import { holderOf } from '../request-context.js';
import { whileConnected } from '../responses/while-connected.js';

/** For whom work is done. */
export interface Turn {
  /** The account, or the address of whoever has none. */
  readonly holder: string;
  /** Aborts when its client has gone. */
  readonly signal: AbortSignal;
}

/** The turn of a request among those that share what there is. */
export function turnOf(response: ServerResponse, signal = whileConnected(response)): Turn {
  return { holder: holderOf(response.req), signal };
}
