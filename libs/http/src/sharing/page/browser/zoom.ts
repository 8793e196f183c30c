interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** How far an arrow key moves the picture, as a part of the visible area. */
const STEP = 0.2;

/**
 * Enlarges a picture beyond its frame, which then scrolls. For mouse and keyboard: with fingers the browser zooms by
 * itself.
 */
export class Zoom {
  constructor(
    private readonly frame: HTMLElement,
    private readonly button: HTMLButtonElement,
  ) {
    button.addEventListener('click', () => this.toggle());
    frame.addEventListener('dblclick', (point) => this.toggle(point));
  }

  get isOn(): boolean {
    return this.button.ariaPressed === 'true';
  }

  /** Without a point, zooms at the middle. */
  toggle(point?: Point): void {
    const { frame } = this;
    const { left, top, width, height } = frame.getBoundingClientRect();
    const { clientX, clientY } = point ?? { clientX: left + width / 2, clientY: top + height / 2 };
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    this.set(this.isOn ? 'off' : 'on');
    frame.scrollTo(x * (frame.scrollWidth - width), y * (frame.scrollHeight - height));
  }

  off(): void {
    this.set('off');
  }

  move(x: number, y: number): void {
    const { clientWidth, clientHeight } = this.frame;
    this.frame.scrollBy(x * STEP * clientWidth, y * STEP * clientHeight);
  }

  private set(state: 'on' | 'off'): void {
    this.button.ariaPressed = String(state === 'on');
    this.frame.classList.toggle('large', state === 'on');
    this.frame.tabIndex = state === 'on' ? 0 : -1;
  }
}
