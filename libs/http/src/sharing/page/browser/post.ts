/** The answer to a form, or that the line broke before it came. */
export type Answer = { readonly status: number; readonly body: unknown; readonly waitMs: number } | 'broken';

interface Post {
  readonly url: string;
  readonly form: FormData;
  /** By which the server knows a form that was sent before. */
  readonly key: string;
  /** Called with the part that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** The line counts as broken if nothing goes on for so long, in ms. */
const STALLED = 60_000;

/** Sends a form. `fetch` would not tell how far it is. */
export async function post({ url, form, key, onProgress }: Post): Promise<Answer> {
  return await new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALLED);
    };
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.open('POST', url);
    request.setRequestHeader('Idempotency-Key', key);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => {
      const seconds = Number(request.getResponseHeader('Retry-After') ?? 0);
      const body: unknown = request.response;
      end({ status: request.status, body, waitMs: seconds * 1_000 });
    });
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, () => end('broken'));
    watch();
    request.send(form);
  });
}

/** Visible characters that no one else chooses. `randomUUID` is missing from pages without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
