/** A request as it goes out. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody | undefined;
  readonly signal: AbortSignal;
  readonly credentials: 'omit' | 'same-origin' | 'include';
  /** Reports how many bytes of the body were sent. Only {@link sendWithXhr} calls it. */
  readonly onSent?: ((sentInBytes: number, totalInBytes: number) => void) | undefined;
}

export type OutgoingBody = string | Blob | FormData | ReadableStream<Uint8Array>;

/** Sends a request. Resolves to the response as soon as its headers have arrived. Rejects if there is no response. */
export type Send = (request: Outgoing) => Promise<Response>;

/** Sends with `fetch`. */
export function sendWithFetch(fetch: typeof globalThis.fetch): Send {
  return ({ url, method, headers, body, signal, credentials }) => {
    const init: RequestInit & { duplex?: 'half' } = { method, headers, signal, credentials };
    if (body !== undefined) init.body = body;
    if (body instanceof ReadableStream) init.duplex = 'half';
    return fetch(url, init);
  };
}
