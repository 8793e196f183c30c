import type { Sends } from './every-method.spec.kit.js';
import { createClient, type ClientOptions } from './index.js';

/** A client whose requests all get this response, and the number of requests. */
export function counted(answer: () => Promise<Response>, options: Partial<ClientOptions> = {}) {
  const count = { sent: 0 };
  const fetch = async (_: unknown, { body, signal }: RequestInit = {}): Promise<Response> => {
    count.sent += 1;
    const ended = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
    if (body instanceof ReadableStream) await Promise.race([new Response(body).arrayBuffer(), ended]);
    signal?.throwIfAborted();
    return await answer();
  };
  const client = createClient({ baseUrl: 'http://cairn.test', fetch, retry: { baseDelayMs: 1 }, ...options });
  return { client, count };
}

export const refusing = async (): Promise<Response> =>
  Response.json({ code: 'no', detail: 'No.' }, { status: 400 });

/** The error of a call. Reads a listing to its end. */
export async function failure(run: () => Sends): Promise<unknown> {
  try {
    const result = run();
    if (Symbol.asyncIterator in result) for await (const item of result) void item;
    else {
      const value = await result;
      if (value instanceof ReadableStream) await new Response(value).arrayBuffer();
    }
  } catch (error) {
    return error;
  }
  return undefined;
}

/** A signal, and the listeners that are added to it. */
export function watchedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  Object.assign(signal, {
    addEventListener: (...given: Parameters<typeof add>) => {
      listeners.add(given[1]);
      add(...given);
    },
    removeEventListener: (...given: Parameters<typeof remove>) => {
      listeners.delete(given[1]);
      remove(...given);
    },
  });
  return { controller, signal, listeners };
}
