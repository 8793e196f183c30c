/** How a picture is shown: how many times as large as it fits, and how far its middle is from that of the stage. */
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

/** The size in which a picture fits the stage, and is not enlarged but to be seen at all. */
export function fitted(picture: Size, stage: Size): Size {
  const least = 48 / Math.max(picture.width, picture.height);
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, Math.max(1, least));
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Larger or smaller by a factor, where `at` stays where it is: a point by its distance from the middle of the stage. */
export function zoomed(zoom: Zoom, factor: number, at: Point = { x: 0, y: 0 }): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown };
}

/** The same without empty room at one side of the stage while the picture goes beyond it at the other. */
export function bounded({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const within = (value: number, size: number, room: number): number => {
    const most = Math.max(0, (size * scale - room) / 2);
    return Math.min(most, Math.max(-most, value));
  };
  return { scale, x: within(x, picture.width, stage.width), y: within(y, picture.height, stage.height) };
}
