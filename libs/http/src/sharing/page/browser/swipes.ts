/** The minimum length of a swipe, in CSS pixels. */
const LEAST = 50;

/** Whether the page is zoomed in. A finger then moves the page instead of swiping. */
export const isZoomed = (): boolean => (visualViewport?.scale ?? 1) > 1;

/** Reports swipes to the left (1) and to the right (-1). */
export function followSwipes(element: HTMLElement, swiped: (step: 1 | -1) => void): void {
  let start: PointerEvent | undefined;
  let fingers = 0;
  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse') return;
    fingers += 1;
    start = fingers === 1 ? event : undefined; // two fingers zoom
  });
  element.addEventListener('pointerup', (event) => {
    if (event.pointerType === 'mouse') return;
    const from = start;
    [start, fingers] = [undefined, Math.max(0, fingers - 1)];
    if (from === undefined || isZoomed()) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (Math.abs(x) > Math.max(LEAST, Math.abs(y))) swiped(x < 0 ? 1 : -1);
  });
  element.addEventListener('pointercancel', () => {
    [start, fingers] = [undefined, 0];
  });
}
