const SHOWN_MS = 6_000;

/** A message at the edge of the page. With an action it offers to take something back. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly dismiss: () => void;
}

interface ToastOptions {
  readonly kind?: Toast['kind'];
  readonly action?: Toast['action'];
  readonly shownMs?: number;
  /** Called once when the message goes, unless its action was taken. */
  readonly ongone?: () => void;
}

class Toasts {
  shown = $state.raw<readonly Toast[]>([]);
  private count = 0;

  /** Shows a message for some seconds; an error stays until it is closed. */
  show(text: string, { kind = 'info', action, shownMs = SHOWN_MS, ongone }: ToastOptions = {}): void {
    const id = (this.count += 1);
    const leave = (): void => void (this.shown = this.shown.filter((toast) => toast.id !== id));
    const dismiss = (): void => {
      clearTimeout(timer);
      leave();
      ongone?.();
    };
    const timer = kind === 'error' ? undefined : setTimeout(dismiss, shownMs);
    const taken = action && {
      label: action.label,
      run: () => {
        clearTimeout(timer);
        leave();
        action.run();
      },
    };
    this.shown = [...this.shown, { id, text, kind, dismiss, ...(taken && { action: taken }) }];
  }
}

export const toasts = new Toasts();
