import { toasts } from './toasts.svelte.ts';
import { i18n } from '../i18n/i18n.svelte.ts';
import { sentenceOf } from './faults.ts';

/** Something that is loaded from the server: nothing yet, then the value or the error of the latest attempt. */
export class Resource<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>();
  isLoading = $state(false);
  private attempt = 0;
  private dismiss: (() => void) | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  /** Loads it again. What was loaded before stays until then. Of several attempts the latest one counts. */
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
      // What was loaded before is still shown, and may be wrong by now.
      if (this.value !== undefined)
        this.dismiss = toasts.show(i18n.t.notCurrent(sentenceOf(error, i18n.t)), { kind: 'error' });
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  };
}
