/**
 * Moves the focus into a panel when it opens. When it closes, returns the focus, or moves it to the content if the
 * former element is gone.
 */
export function panelFocus(panel: HTMLElement): () => void {
  const before = document.activeElement;
  panel.focus({ preventScroll: true });
  return () => giveFocus(before);
}

/** Focuses an element, or the content if the element is gone or undefined. */
export function giveFocus(element: Element | null): void {
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body;
  const target = isThere ? element : document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/** Focuses an element that is added to an open dialog. */
export const focusFirst = (selector: string) => (element: HTMLElement) =>
  element.querySelector<HTMLElement>(selector)?.focus();
