import { sentenceOf } from '../api/faults.ts';
import { toasts } from '../api/toasts.svelte.ts';
import { i18n } from '../i18n/i18n.svelte.ts';

/** Runs an action. If it fails, a toast says why. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toasts.show(sentenceOf(error, i18n.t), { kind: 'error' });
  }
}
