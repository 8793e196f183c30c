import type { Cancellation } from './cancellation.js';
import { DomainError } from './domain-error.js';

/** How many connections the requests of one holder may have open to one address. */
export const CONNECTIONS_OF_HOLDER = 10;

/** A request to another party's server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** The URL is not trusted: it is checked before anything is sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Maximum size of the body of the response. */
  readonly maxBytes: number;
  /** Time limit from the call until the last byte of the body was read. */
  readonly timeoutMs: number;
  /**
   * How many redirects are followed; the target of each is checked like the first URL. None by default, and none for a
   * request with a body. A redirect that is not followed is returned as the response.
   */
  readonly maxRedirects?: number | undefined;
  readonly cancellation?: Cancellation | undefined;
  /**
   * Whose request it is. If the holder has `CONNECTIONS_OF_HOLDER` connections open to an address, under whatever host
   * names, the next request there waits, within its own time limit. A request without a holder does not wait.
   */
  readonly holder?: string | undefined;
}

/** The response of another server, as it was sent: a compressed body stays compressed. */
export interface OutgoingResponse {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** By lower-case name; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Read it to its end, or end the iteration: the connection stays open until then, or until the time is over.
   * Iteration rejects with `OutgoingHttpFailed`.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Why there is no response. `address-not-allowed`: the URL must not be requested, or leads to an address that is not
 * public.
 */
export type OutgoingFailure =
  | 'address-not-allowed'
  | 'unresolvable'
  | 'too-many-redirects'
  | 'response-too-large'
  | 'timed-out'
  | 'connection-failed';

/** Another server could not be asked, or did not answer as it should. */
export class OutgoingHttpFailed extends DomainError {
  constructor(
    readonly code: OutgoingFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Sends HTTP requests to other parties' servers, at addresses that users supply. Reaches only public addresses and
 * those that the operator allows.
 */
export abstract class OutgoingHttp {
  /** Resolves once the headers are there, whatever the status. @throws {OutgoingHttpFailed} */
  abstract request(request: OutgoingRequest): Promise<OutgoingResponse>;

  /**
   * Checks a URL without sending anything: its form, and its address if the host is an IP address instead of a name.
   * @throws {OutgoingHttpFailed} with `address-not-allowed`.
   */
  abstract check(url: string): void;
}
