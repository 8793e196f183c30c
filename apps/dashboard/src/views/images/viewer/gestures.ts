import type { Point } from './zoom.ts';

/** Gestures of fingers and mouse on a picture. Points are relative to the middle of the stage. */
export interface GestureHandlers {
  readonly move: (by: Point) => void;
  readonly zoom: (factor: number, at: Point) => void;
  /** Called when one finger or button is released, with the total movement. */
  readonly end: (moved: Point) => void;
}

/** Follows the pointers on an element: one pointer moves the picture, two move and zoom it. */
export function gestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const down = new Map<number, Point>();
  let moved: Point = { x: 0, y: 0 };
  let wasPinched = false;
  const ending = new AbortController();
  const options = { signal: ending.signal };

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const middle = (): Point => {
    const points = [...down.values()];
    const sum = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }));
    return { x: sum.x / points.length, y: sum.y / points.length };
  };
  const spread = (): number => {
    const [one, other] = [...down.values()];
    return one === undefined || other === undefined
      ? 1
      : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  };
  const lift = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId) || down.size > 0) return;
    handlers.end(event.type === 'pointerup' && !wasPinched ? moved : { x: 0, y: 0 });
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
      if (down.size === 0) [moved, wasPinched] = [{ x: 0, y: 0 }, false];
      down.set(event.pointerId, pointOf(event));
      wasPinched ||= down.size > 1;
      element.setPointerCapture(event.pointerId);
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!down.has(event.pointerId)) return;
      const [before, width] = [middle(), spread()];
      down.set(event.pointerId, pointOf(event));
      const after = middle();
      const by = { x: after.x - before.x, y: after.y - before.y };
      moved = { x: moved.x + by.x, y: moved.y + by.y };
      if (down.size > 1) handlers.zoom(spread() / width, after);
      handlers.move(by);
    },
    options,
  );
  for (const type of ['pointerup', 'pointercancel'] as const) element.addEventListener(type, lift, options);
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      handlers.zoom(Math.exp(-event.deltaY / 400), pointOf(event));
    },
    { ...options, passive: false },
  );
  element.addEventListener('dblclick', (event) => handlers.zoom(Number.NaN, pointOf(event)), options);
  return () => ending.abort();
}
