import { toasts } from './toasts.svelte.ts';
import { i18n } from '../i18n/i18n.svelte.ts';

/** After so long without an answer people are told. */
const SILENT_MS = 5_000;

/** A request, and what ends it so that it is sent once more: only reads are. */
interface Asked {
  readonly isRead: boolean;
  readonly again: AbortController;
}

/** Those that have waited so long. */
const waiting = new Set<Asked>();
let dismiss: (() => void) | undefined;

/** `fetch` that tells people when the server is silent, and lets them ask again. */
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

/** An answer may stop halfway. Only documents are waited for: streams begin when their headers are there. */
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
