import type { Cancellation } from './cancellation.js';
import { DomainError } from './domain-error.js';

/** How many connections requests of one holder have open to one address. */
export const CONNECTIONS_OF_HOLDER = 10;

/** A request to a server of someone else. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Whoever wrote it is not trusted: it is judged before anything is sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Of the body of the response. */
  readonly maxBytes: number;
  /** From the call until the last byte of the body was read. */
  readonly timeoutMs: number;
  /**
   * How many redirects are followed, each judged as the first address; none by default, and none for a request with a
   * body. One that is not followed is the response.
   */
  readonly maxRedirects?: number | undefined;
  readonly cancellation?: Cancellation | undefined;
  /**
   * Whose request it is. While one holder has `CONNECTIONS_OF_HOLDER` connections open to an address, by whatever names, its next
   * request there waits, within its own time. Without a holder it does not wait.
   */
  readonly holder?: string | undefined;
}

/** The response of another server, as it was sent: a compressed body stays compressed. */
export interface OutgoingResponse {
  /** Where the response comes from, after redirects. */
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
 * Why there is no response. `address-not-allowed`: the URL is none that may be asked, or it leads to an address that is not
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
 * Asks servers of others over HTTP, at addresses that users give. It reaches public addresses alone, and those that the operator
 * allows.
 */
export abstract class OutgoingHttp {
  /** Resolves once the headers are there, whatever the status. @throws {OutgoingHttpFailed} */
  abstract request(request: OutgoingRequest): Promise<OutgoingResponse>;

  /**
   * Checks what can be known of a URL without asking anyone: its form, and its address if it has one instead of a name.
   * @throws {OutgoingHttpFailed} with `address-not-allowed`.
   */
  abstract check(url: string): void;
}
