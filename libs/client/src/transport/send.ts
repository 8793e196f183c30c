/** A request as it goes out. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody | undefined;
  readonly signal: AbortSignal;
  readonly credentials: 'omit' | 'same-origin' | 'include';
  /** Called with how many bytes of the body have gone out. Only {@link sendWithXhr} does. */
  readonly onSent?: ((sentInBytes: number, totalInBytes: number) => void) | undefined;
}

export type OutgoingBody = string | Blob | FormData | ReadableStream<Uint8Array>;

/** Sends a request, and gives the response as soon as its headers are there. Rejects without one. */
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
