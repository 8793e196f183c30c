import { toasts } from './toasts.svelte.ts';
import { i18n } from '../i18n/i18n.svelte.ts';

/** People are told when the server has been silent for this long. */
const SILENT_MS = 5_000;

/** A request, and a function that aborts it in order to send it again. Only reads are repeated. */
interface Asked {
  readonly isRead: boolean;
  readonly again: AbortController;
}

/** Requests that have waited for `SILENT_MS`. */
const waiting = new Set<Asked>();
let dismiss: (() => void) | undefined;

/** Works like `fetch`. Tells people when the server is silent, and lets them retry. */
export const patientFetch: typeof fetch = async (input, init = {}) => {
  for (;;) {
    const again = new AbortController();
    const asked = { isRead: (init.method ?? 'GET') === 'GET', again };
    const timer = setTimeout(() => tell(asked), SILENT_MS);
    const signal = AbortSignal.any([again.signal, ...(init.signal ? [init.signal] : [])]);
    try {
      return await whole(await fetch(input, { ...init, signal }));
    } catch (error) {
      if (!again.signal.aborted || init.signal?.aborted) throw error;
    } finally {
      clearTimeout(timer);
      answered(asked);
    }
  }
};

/**
 * A response may stop halfway. Only documents are awaited completely; streams begin when their headers have arrived.
 */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers, body } = response;
  const isDocument = /[/+]json\b/.test(headers.get('content-type') ?? '');
  if (body === null || !isDocument) return response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

function tell(asked: Asked): void {
  waiting.add(asked);
  const { silence, common } = i18n.t;
  const retry = { text: common.retry, run: askAgain };
  dismiss ??= toasts.show(silence, { kind: 'error', ...(asked.isRead && { action: retry }) });
}

function askAgain(): void {
  for (const { isRead, again } of waiting) if (isRead) again.abort();
}

function answered(asked: Asked): void {
  waiting.delete(asked);
  if (waiting.size > 0) return;
  dismiss?.();
  dismiss = undefined;
}
