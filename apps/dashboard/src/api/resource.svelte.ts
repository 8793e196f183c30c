import { toasts } from './toasts.svelte.ts';
import { i18n } from '../i18n/i18n.svelte.ts';
import { sentenceOf } from './faults.ts';

/** Data from the server: nothing at first, then the value or the error of the latest attempt. */
export class Resource<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>();
  isLoading = $state(false);
  private attempt = 0;
  private dismiss: (() => void) | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  /** Loads the data again. The old value stays until then. Of several concurrent attempts, the latest one counts. */
  readonly load = async (): Promise<void> => {
    const attempt = (this.attempt += 1);
    this.isLoading = true;
    try {
      const value = await this.read();
      if (attempt !== this.attempt) return;
      this.value = value;
      this.error = undefined;
      this.dismiss?.();
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.error = error;
      // The old value is still shown, but may be outdated.
      if (this.value !== undefined)
        this.dismiss = toasts.show(i18n.t.notCurrent(sentenceOf(error, i18n.t)), { kind: 'error' });
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  };
}
