const SHOWN_MS = 6_000;

/** A message at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'error';
  readonly action?: { readonly text: string; readonly run: () => void };
  readonly dismiss: () => void;
}

class Toasts {
  shown = $state.raw<readonly Toast[]>([]);
  private count = 0;

  /** Shows a message for some seconds; an error stays until it is closed. Returns a function that closes it. */
  show(text: string, { kind = 'info', action }: Partial<Pick<Toast, 'kind' | 'action'>> = {}): () => void {
    const same = this.shown.find((toast) => toast.text === text && toast.kind === 'error');
    if (same !== undefined) return same.dismiss;
    const id = (this.count += 1);
    const dismiss = (): void => {
      clearTimeout(timer);
      this.shown = this.shown.filter((toast) => toast.id !== id);
    };
    const timer = kind === 'error' ? undefined : setTimeout(dismiss, SHOWN_MS);
    // What the message offers is done once.
    const run = (): void => {
      dismiss();
      action?.run();
    };
    const offered = action && { action: { ...action, run } };
    this.shown = [...this.shown, { id, text, kind, dismiss, ...offered }];
    return dismiss;
  }
}

export const toasts = new Toasts();
