import type { OutgoingHttp } from '@cairn/kernel';

/** A request as a server got it. */
export interface ReceivedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Which of the servers got it. */
  readonly at: 'first' | 'second' | 'private';
}

/**
 * What a server does with a request. A body that throws breaks the connection. `raw` is all that is sent, and the
 * connection stays open.
 */
export type ServerAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string | AsyncIterable<string>;
    }
  | { readonly raw: string }
  | 'silence'
  | 'reset';

/** The adapter, three servers and a resolver of names. Only the addresses of two servers and `allowedName` are allowed. */
export interface OutgoingHttpPorts {
  readonly http: OutgoingHttp;
  /** As `http://address:port`. */
  readonly origins: Readonly<Record<ReceivedRequest['at'], string>>;
  readonly allowedName: string;
  /** What all servers answer from now on. */
  answer: (request: ReceivedRequest) => ServerAnswer;
  /** The addresses of a name. A name without any is unknown by default. */
  resolve: (name: string) => Promise<readonly string[]>;
  readonly received: readonly ReceivedRequest[];
  /** The names that were resolved, in their order. */
  readonly resolved: readonly string[];
}
