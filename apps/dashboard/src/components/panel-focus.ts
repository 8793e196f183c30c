/** Moves the focus into a panel when it opens, and back when it closes, or to the content if that is gone. */
export function panelFocus(panel: HTMLElement): () => void {
  const before = document.activeElement;
  panel.focus({ preventScroll: true });
  return () => {
    const back =
      before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main');
    back?.focus({ preventScroll: true });
  };
}
