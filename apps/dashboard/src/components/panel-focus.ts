/** Moves the focus into a panel when it opens, and back when it closes, or to the content if that is gone. */
export function panelFocus(panel: HTMLElement): () => void {
  const before = document.activeElement;
  panel.focus({ preventScroll: true });
  return () => giveFocus(before);
}

/** Gives the focus to an element, or to the content if that is gone or was nothing. */
export function giveFocus(element: Element | null): void {
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body;
  const target = isThere ? element : document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/** Gives the focus to what comes into a dialog that is open already. */
export const focusFirst = (selector: string) => (element: HTMLElement) =>
  element.querySelector<HTMLElement>(selector)?.focus();
