/** A color: parts from 0 to 255, `a` from 0 to 1. */
export interface Rgba {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Opaque pixels, red, green and blue of each. */
export class Canvas {
  readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height * 3);
  }

  fill(color: Rgba): void {
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) this.blend(x, y, color, 1);
  }

  /** Puts a color over a pixel of the canvas, as far as `cover` says, from 0 to 1. */
  blend(x: number, y: number, { r, g, b, a }: Rgba, cover: number): void {
    const share = a * cover;
    if (share <= 0) return;
    const { pixels } = this;
    const at = (y * this.width + x) * 3;
    pixels[at] = mixed(pixels[at], r, share);
    pixels[at + 1] = mixed(pixels[at + 1], g, share);
    pixels[at + 2] = mixed(pixels[at + 2], b, share);
  }

  /** The pixels of the canvas that a box covers, as ranges from the first to below the last. */
  within({ left, top, right, bottom }: Box): Box {
    return {
      left: Math.max(0, Math.floor(left)),
      top: Math.max(0, Math.floor(top)),
      right: Math.min(this.width, Math.ceil(right)),
      bottom: Math.min(this.height, Math.ceil(bottom)),
    };
  }
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const mixed = (below = 0, above: number, share: number): number =>
  Math.round(below + (above - below) * share);
