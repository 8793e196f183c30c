import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Client } from 'minio';
import { StoreBusy } from './s3-errors.js';

type Transport = NonNullable<ConstructorParameters<typeof Client>[0]['transport']>;
type Send = (options: object, onResponse?: (response: IncomingMessage) => void) => ClientRequest;

const BUSY = new Set([408, 429, 499, 500, 502, 503, 504, 520]);
const MAX_TEXT = 10_000;

/** Sends what the client asks for; once the signal is aborted, whatever was sent ends, the answer to it included. */
export function transportUntil(signal: AbortSignal, { tls }: { readonly tls: boolean }): Transport {
  const request: Send = (options, onResponse) => {
    const sent = tls ? httpsRequest(options) : httpRequest(options);
    sent.once('response', (response) => {
      response.on('error', () => undefined); // so that it is never uncaught; whoever reads the answer is told as well
      if (BUSY.has(response.statusCode ?? 0)) refuse(sent, response);
      else onResponse?.(response);
    });
    const end = (): void => void sent.destroy(new Error('The call has ended.', { cause: signal.reason }));
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    return sent;
  };
  return { request: request as Transport['request'] };
}

/** Fails the request with what the store said; the client itself would leave such an answer unread, and its socket open. */
function refuse(sent: ClientRequest, response: IncomingMessage): void {
  let text = '';
  response.setEncoding('utf8').on('data', (more: string) => {
    if (text.length < MAX_TEXT) text += more;
  });
  response.once('close', () => {
    sent.emit('error', new StoreBusy(response.statusCode ?? 0, /<Code>(\w+)</.exec(text)?.[1]));
  });
}
