/**
 * The view of a picture: its scale relative to the fitted size, and the distance of its middle from the middle of the
 * stage.
 */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 12;

/** The size in which a picture fits the stage. Enlarges only pictures that would be too small to see. */
export function fitted(picture: Size, stage: Size): Size {
  const least = 48 / Math.max(picture.width, picture.height);
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, Math.max(1, least));
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Changes the scale by a factor. The point `at`, relative to the middle of the stage, stays in place. */
export function zoomed(zoom: Zoom, factor: number, at: Point = { x: 0, y: 0 }): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown };
}

/** Limits the position, so that there is no empty space on one side while the picture extends beyond the other. */
export function bounded({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const within = (value: number, size: number, room: number): number => {
    const most = Math.max(0, (size * scale - room) / 2);
    return Math.min(most, Math.max(-most, value));
  };
  return { scale, x: within(x, picture.width, stage.width), y: within(y, picture.height, stage.height) };
}
