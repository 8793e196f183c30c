import type { Send } from './send.js';

/** The part of XMLHttpRequest that is used here. Unlike fetch, it reports how much of a body was sent. */
interface Xhr {
  withCredentials: boolean;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  readonly status: number;
  readonly statusText: string;
  readonly readyState: number;
  readonly responseText: string;
  onreadystatechange: (() => void) | null;
  onprogress: (() => void) | null;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body?: unknown): void;
  abort(): void;
}

const HEADERS_RECEIVED = 2;
const WITHOUT_BODY = [204, 205, 304];

/** The constructor of XMLHttpRequest; `undefined` if there is none, as on Node. */
function constructor(): (new () => Xhr) | undefined {
  return 'XMLHttpRequest' in globalThis
    ? (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest
    : undefined;
}

/** Whether {@link sendWithXhr} works here. */
export const hasXhr = (): boolean => constructor() !== undefined;

/** Sends with XMLHttpRequest. The body of the response is a stream that grows as data arrives. */
export const sendWithXhr: Send = ({ method, url, headers, body, signal, credentials, onSent }) =>
  new Promise((resolve, reject) => {
    const Constructor = constructor();
    if (Constructor === undefined) throw new TypeError('There is no XMLHttpRequest here.');
    const xhr = new Constructor();
    const abort = (): void => xhr.abort();
    const text = new TextStream(abort);
    const fail = (): void => {
      const error = new TypeError('Failed to send');
      signal.removeEventListener('abort', abort);
      text.fail(error);
      reject(error);
    };
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.withCredentials = credentials === 'include';
    xhr.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    xhr.onreadystatechange = () => {
      if (xhr.readyState !== HEADERS_RECEIVED) return;
      const { status, statusText } = xhr;
      const received = headersOf(xhr.getAllResponseHeaders());
      const stream = WITHOUT_BODY.includes(status) ? null : text.stream;
      resolve(new Response(stream, { status, statusText, headers: received }));
    };
    xhr.onprogress = () => text.grow(xhr.responseText);
    xhr.onload = () => {
      signal.removeEventListener('abort', abort);
      text.grow(xhr.responseText);
      text.end();
    };
    xhr.onerror = fail;
    xhr.onabort = fail;
    signal.addEventListener('abort', abort);
    xhr.send(body);
  });

/** A stream of a growing text. */
class TextStream {
  private readonly encoder = new TextEncoder();
  /** `undefined` once the stream has ended or nobody reads it any more. */
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private given = 0;
  readonly stream: ReadableStream<Uint8Array>;

  constructor(onCancel: () => void) {
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.controller = controller),
      cancel: () => {
        this.controller = undefined;
        onCancel();
      },
    });
  }

  grow(text: string): void {
    if (text.length === this.given) return;
    this.controller?.enqueue(this.encoder.encode(text.slice(this.given)));
    this.given = text.length;
  }

  end(): void {
    this.controller?.close();
    this.controller = undefined;
  }

  fail(error: Error): void {
    this.controller?.error(error);
    this.controller = undefined;
  }
}

function headersOf(text: string): Headers {
  const lines = text
    .trim()
    .split(/[\r\n]+/)
    .filter((line) => line.includes(':'));
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
}
